import classes from './logo.module.css';

const shield = 'M16 2 28 7v8.4c0 7.3-4.9 12.5-12 14.6C8.9 27.9 4 22.7 4 15.4V7z';

/**
 * The mark alone. `on="petrol"` draws the mark white. Decorative: the product's name appears beside the mark as text.
 */
export function LogoMark({ sizePx = 32, on = 'canvas' }: { sizePx?: number; on?: 'canvas' | 'petrol' }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark} data-on={on}>
      <path d={shield} fill="currentColor" opacity={on === 'petrol' ? 0.16 : 0.12} />
      <path d={shield} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <path
        d="M9.5 20.5C12 14 19 19 22.5 11"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="22.5" cy="11" r="3.2" fill="#f5a524" />
      <circle cx="9.5" cy="20.5" r="1.9" fill="currentColor" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ sizePx = 32, on = 'canvas' }: { sizePx?: number; on?: 'canvas' | 'petrol' }) {
  return (
    <span className={classes.logo} data-on={on}>
      <LogoMark sizePx={sizePx} on={on} />
      <span>Trace</span>
    </span>
  );
}
