import { formatAge, formatExact } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { useOfflineAge } from '#lib/offline/offline-age.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import classes from './as-of.module.css';

interface AsOfProps {
  /** Right beside a value there is room for the time alone. */
  isShort?: boolean;
  /** The query behind the content. Without it, the age is that of the whole page. */
  queryKey?: QueryKey;
}

/** Marks cached content as offline, with the time of its last update. Renders only while offline. */
export function AsOf({ isShort = false, queryKey }: AsOfProps) {
  const offline = useOffline();
  const pageAge = useOfflineAge();
  if (offline === null || pageAge === null) return null;
  const asOf = queryKey ? (offline.older.get(hashKey(queryKey)) ?? offline.asOf) : pageAge;
  return <Mark asOf={asOf} isShort={isShort} />;
}

function Mark({ asOf, isShort }: { asOf: number; isShort: boolean }) {
  const nowMs = useBrowserNow('halfMinute');
  return (
    <span className={classes.asOf}>
      {!isShort && 'Offline · '}
      <time dateTime={new Date(asOf).toISOString()} title={formatExact(asOf)}>
        as of {formatAge(asOf, nowMs)}
      </time>
    </span>
  );
}
