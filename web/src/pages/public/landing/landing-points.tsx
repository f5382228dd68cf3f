import { IconBolt, IconPlugConnected, IconUserHeart } from '@tabler/icons-react';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import classes from './landing-points.module.css';

const icons = [IconPlugConnected, IconBolt, IconUserHeart];

/** The three selling points, half on the hero. */
export function LandingPoints() {
  return (
    <section className={classes.points} aria-label={landingTexts.pointsLabel}>
      {landingTexts.points.map(({ title, text }, index) => {
        const Icon = icons[index] ?? IconBolt;
        return (
          <article className={classes.point} key={title}>
            <span className={classes.icon}>
              <Icon size={24} stroke={1.7} aria-hidden="true" />
            </span>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        );
      })}
    </section>
  );
}
