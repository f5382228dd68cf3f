import { IconMapPin } from '@tabler/icons-react';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import classes from './landing-sample.module.css';

const { name, serial, status, seen, at } = landingTexts.sample;

/** A made-up device in the view of its user. Decoration only, hidden from screen readers and on phones. */
export function LandingSample() {
  return (
    <div className={classes.sample} aria-hidden="true">
      <div className={classes.card}>
        <div className={classes.row}>
          <span className={classes.icon}>
            <IconMapPin size={20} />
          </span>
          <div className={classes.who}>
            <div className={classes.name}>{name}</div>
            <div className={classes.mono}>{serial}</div>
          </div>
          <span className={classes.badge}>{status}</span>
        </div>
        <svg viewBox="0 0 300 96" className={classes.streets}>
          <rect width="300" height="96" rx="10" className={classes.land} />
          <path d="M0 62H300M0 30H300M70 0V96M160 0V96M236 0V96" strokeWidth="6" className={classes.road} />
          <path
            d="M24 78 70 62 118 62 160 46 160 30 232 30 262 18"
            fill="none"
            stroke="#d98a00"
            strokeWidth="4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <circle cx="24" cy="78" r="6" fill="#1f8444" stroke="#fff" strokeWidth="2.5" />
          <circle cx="262" cy="18" r="8" fill="#1f5bc4" stroke="#fff" strokeWidth="3" />
        </svg>
        <div className={classes.row}>
          <span className={classes.seen}>{seen}</span>
          <span className={classes.mono}>{at}</span>
        </div>
      </div>
    </div>
  );
}
