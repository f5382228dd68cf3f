import { formatAge, formatExact, type Instant } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import classes from './connection-bar.module.css';

/** One bar while the live connection is lost: what is shown is as old as it says. `lastGoodAt` null: never connected. */
export function ConnectionBar({ isConnected, lastGoodAt }: { isConnected: boolean; lastGoodAt: Instant | null }) {
  return (
    <div role="status" className={classes.place}>
      {!isConnected && <LostBar lastGoodAt={lastGoodAt} />}
    </div>
  );
}

function LostBar({ lastGoodAt }: { lastGoodAt: Instant | null }) {
  const nowMs = useNow('halfMinute');
  return (
    <p className={classes.bar}>
      <IconPlugConnectedX size={18} stroke={1.7} aria-hidden="true" />
      <span>
        Connection lost. Trying again.{' '}
        {lastGoodAt !== null && (
          <time dateTime={new Date(lastGoodAt).toISOString()} title={formatExact(lastGoodAt)}>
            Last update {formatAge(lastGoodAt, nowMs)}.
          </time>
        )}
      </span>
    </p>
  );
}
