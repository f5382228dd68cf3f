import { useOffline } from '#lib/offline.ts';
import { useNewVersion } from '#lib/service-worker.ts';
import { formatAge, formatExact, type Instant } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconPlugConnectedX, IconSparkles } from '@tabler/icons-react';
import classes from './connection-bar.module.css';

/**
 * One bar about the way to the server: what is shown is the last known state, or as old as the bar says, or a new version
 * is there. `lastGoodAt` null: never connected.
 */
export function ConnectionBar({ isConnected, lastGoodAt }: { isConnected: boolean; lastGoodAt: Instant | null }) {
  const offline = useOffline();
  const hasNewVersion = useNewVersion();
  return (
    <div role="status" className={classes.place}>
      {offline && <OfflineBar asOf={offline.asOf} />}
      {!offline && !isConnected && <LostBar lastGoodAt={lastGoodAt} />}
      {!offline && isConnected && hasNewVersion && <NewVersionBar />}
    </div>
  );
}

function OfflineBar({ asOf }: { asOf: number }) {
  const nowMs = useNow('halfMinute');
  return (
    <p className={classes.bar}>
      <IconCloudOff size={18} stroke={1.7} aria-hidden="true" />
      <span>
        Offline ·{' '}
        <time dateTime={new Date(asOf).toISOString()} title={formatExact(asOf)}>
          as of {formatAge(asOf, nowMs)}
        </time>
        . Everything here is the last known state; it is brought up to date when the network is back.
      </span>
    </p>
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

/** Quiet: the page goes on as it is until somebody wants the new one. */
function NewVersionBar() {
  return (
    <div className={classes.bar} data-quiet>
      <IconSparkles size={18} stroke={1.7} aria-hidden="true" />
      <span>A new version of Trace is ready.</span>
      <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
