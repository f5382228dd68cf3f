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
      <meter className={classes.meter} min={0} max={Math.max(most, 1)} value={count} aria-hidden="true" />
      <span className={classes.count}>{count.toLocaleString('en')}</span>
    </span>
  );
}
