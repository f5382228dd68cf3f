import { formatAge, formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { useOffline } from '#lib/offline.ts';
import classes from './as-of.module.css';

/** Beside a value that is shown without the server: that it is, and since when it may have changed. Else nothing. */
export function AsOf() {
  const offline = useOffline();
  return offline && <Mark asOf={offline.asOf} />;
}

function Mark({ asOf }: { asOf: number }) {
  const nowMs = useNow('halfMinute');
  return (
    <span className={classes.asOf}>
      Offline ·{' '}
      <time dateTime={new Date(asOf).toISOString()} title={formatExact(asOf)}>
        as of {formatAge(asOf, nowMs)}
      </time>
    </span>
  );
}
