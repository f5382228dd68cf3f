import classes from './quota-marks.module.css';

/** Shows a mark for each unit of a small daily allowance, filled with use. */
export function QuotaMarks({ used, limit, label }: { used: number; limit: number; label: string }) {
  const filled = Math.min(used, limit);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={filled}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuetext={`${filled} of ${limit}`}
      className={classes.marks}
      style={{ gridTemplateColumns: `repeat(${limit}, 1fr)` }}
    >
      {Array.from({ length: limit }, (_, index) => (
        <span key={index} className={classes.mark} data-used={index < filled || undefined} />
      ))}
    </div>
  );
}
