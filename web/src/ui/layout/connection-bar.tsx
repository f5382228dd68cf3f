import { useOfflineAge } from '#lib/offline/offline-age.ts';
import { useNewVersion } from '#lib/offline/new-version.ts';
import { formatAge, formatExact, type Instant } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconPlugConnectedX, IconSparkles } from '@tabler/icons-react';
import classes from './connection-bar.module.css';

/** The connection states. Each state is announced once, when the state begins. */
const bars = {
  offline: {
    icon: IconCloudOff,
    words: 'Offline. Everything here is the last known state; it is brought up to date when the network is back.',
  },
  lost: { icon: IconPlugConnectedX, words: 'Connection lost. Reconnecting…' },
  newVersion: { icon: IconSparkles, words: 'A new version of Trace is ready.' },
};

/**
 * The bar that shows the connection state: cached content while offline, the time of the last update while
 * disconnected, or a new version.
 * `lastGoodAt` is null before the first connection. The age is outside the announced text, because each change of the
 * age would repeat the announcement.
 */
export function ConnectionBar({ isConnected, lastGoodAt }: { isConnected: boolean; lastGoodAt: Instant | null }) {
  const offlineAge = useOfflineAge();
  const hasNewVersion = useNewVersion();
  const kind = kindOf({ isOffline: offlineAge !== null, isConnected, hasNewVersion });
  const bar = kind && bars[kind];
  return (
    <section aria-label={kind ? 'Connection' : undefined} className={classes.bar} data-kind={kind ?? undefined}>
      {bar && <bar.icon size={18} stroke={1.7} aria-hidden="true" />}
      <span>
        <span role="status">{bar?.words}</span> {offlineAge !== null && <Since at={offlineAge} words="As of" />}
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

/** A new version has the lowest priority. The page keeps running unchanged until the user reloads. */
function kindOf({ isOffline, isConnected, hasNewVersion }: Way): keyof typeof bars | null {
  if (isOffline) return 'offline';
  if (!isConnected) return 'lost';
  return hasNewVersion ? 'newVersion' : null;
}

function Since({ at, words }: { at: Instant; words: string }) {
  const nowMs = useBrowserNow('halfMinute');
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
      {words} {formatAge(at, nowMs)}.
    </time>
  );
}
