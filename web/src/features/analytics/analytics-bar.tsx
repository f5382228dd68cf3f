import classes from './analytics.module.css';

interface BarProps {
  name: string;
  count: number;
  /** The count of the longest bar. */
  most: number;
}

/** A name, its share as a bar, and its count. */
export function AnalyticsBar({ name, count, most }: BarProps) {
  return (
    <span className={classes.bar}>
      <span className={classes.barName}>{name}</span>
      <svg className={classes.track} aria-hidden="true">
        <rect className={classes.share} width={`${(100 * count) / Math.max(most, 1)}%`} />
      </svg>
      <span className={classes.count}>{count.toLocaleString('en')}</span>
    </span>
  );
}
