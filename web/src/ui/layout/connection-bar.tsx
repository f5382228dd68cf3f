import { useOffline } from '#lib/offline/offline.ts';
import { useNewVersion } from '#lib/offline/service-worker.ts';
import { formatAge, formatExact, type Instant } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconPlugConnectedX, IconSparkles } from '@tabler/icons-react';
import classes from './connection-bar.module.css';

/** What is known of the way to the server; each is said once, when it begins. */
const bars = {
  offline: {
    icon: IconCloudOff,
    words: 'Offline. Everything here is the last known state; it is brought up to date when the network is back.',
  },
  lost: { icon: IconPlugConnectedX, words: 'Connection lost. Reconnecting…' },
  newVersion: { icon: IconSparkles, words: 'A new version of Trace is ready.' },
};

/**
 * One bar about the way to the server: what is shown is the last known state, or as old as the bar says, or a new version
 * is there. `lastGoodAt` null: never connected. The age stands beside the words that are announced, which would be read
 * out again with each change of it.
 */
export function ConnectionBar({ isConnected, lastGoodAt }: { isConnected: boolean; lastGoodAt: Instant | null }) {
  const offline = useOffline();
  const hasNewVersion = useNewVersion();
  const kind = kindOf({ isOffline: offline !== null, isConnected, hasNewVersion });
  const bar = kind && bars[kind];
  return (
    <section aria-label={kind ? 'Connection' : undefined} className={classes.bar} data-kind={kind ?? undefined}>
      {bar && <bar.icon size={18} stroke={1.7} aria-hidden="true" />}
      <span>
        <span role="status">{bar?.words}</span> {offline && <Since at={offline.asOf} words="As of" />}
        {kind === 'lost' && lastGoodAt !== null && <Since at={lastGoodAt} words="Last update" />}
      </span>
      {kind === 'newVersion' && (
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </section>
  );
}

interface Way {
  isOffline: boolean;
  isConnected: boolean;
  hasNewVersion: boolean;
}

/** A new version is quiet: the page goes on as it is until somebody wants the new one. */
function kindOf({ isOffline, isConnected, hasNewVersion }: Way): keyof typeof bars | null {
  if (isOffline) return 'offline';
  if (!isConnected) return 'lost';
  return hasNewVersion ? 'newVersion' : null;
}

function Since({ at, words }: { at: Instant; words: string }) {
  const nowMs = useNow('halfMinute');
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
      {words} {formatAge(at, nowMs)}.
    </time>
  );
}
