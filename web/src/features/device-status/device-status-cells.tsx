import { formatDuration } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { Age } from '#ui/data/age.tsx';
import { PowerSaveBadge, StatusBadge } from '#ui/data/status-badge.tsx';
import { Badge } from '@mantine/core';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusTexts, networkLabel } from '@trace/contract/device-status/device-status.texts';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { ReactNode } from 'react';
import classes from './device-status-cells.module.css';
import type { DevicePoll } from './device-status-poll-schedule.ts';

const STALE_AFTER_MS = 3 * MINUTE_MS;

/**
 * Shows a status as a word, with its qualifier beside (STAT-01) and the retries of status polling while push is cut
 * (STAT-04).
 */
export function DeviceStatusCell({
  status,
  check,
  isInLine = false,
  children,
}: {
  status: DeviceStatusView | undefined;
  check?: DevicePoll | undefined;
  /** Places the qualifier beside the status, not below. */
  isInLine?: boolean;
  /** Further marks of the device. */
  children?: ReactNode;
}) {
  if (!status) return null;
  return (
    <span className={classes.status} data-in-line={isInLine || undefined}>
      <StatusBadge status={status.status} />
      <Qualifier status={status} />
      {children}
      {check && check.failures > 0 && check.nextAt !== null && (
        <RetryText failures={check.failures} nextAt={check.nextAt} />
      )}
    </span>
  );
}

/**
 * Shows configured or awaiting config while online, Power Save while asleep, and the device's error message on an
 * error.
 */
function Qualifier({ status: { status, lastError, configApplied } }: { status: DeviceStatusView }) {
  const isOffline = useOffline() !== null;
  if (status === 'sleeping') return <PowerSaveBadge />;
  if (status === 'error') return lastError && <span className={classes.qualifier}>{lastError}</span>;
  if (status !== 'online') return null;
  const color = configApplied ? 'petrol' : 'amber';
  return (
    <Badge color={isOffline ? 'gray' : color}>
      {configApplied ? deviceStatusTexts.configured : deviceStatusTexts.awaitingConfig}
    </Badge>
  );
}

function RetryText({ failures, nextAt }: { failures: number; nextAt: number }) {
  const nowMs = useBrowserNow('second');
  const { failuresShown } = statusPolling;
  return (
    <>
      {failures >= failuresShown && <span className={classes.qualifier}>{deviceStatusTexts.checkFailed}</span>}
      <span className={classes.qualifier}>
        {deviceStatusTexts.retry(Math.min(failures, failuresShown), failuresShown)},{' '}
        {deviceStatusTexts.nextCheck(formatDuration(Math.max(nextAt - nowMs, SECOND_MS)))}
      </span>
    </>
  );
}

export function DeviceNetworkCell({ status }: { status: DeviceStatusView | undefined }) {
  return status ? <span>{networkLabel[status.network]}</span> : null;
}

export function DeviceLastSeenCell({ status }: { status: DeviceStatusView | undefined }) {
  if (!status) return null;
  if (status.lastSeen === null) return <span className={classes.never}>{deviceStatusTexts.neverSeen}</span>;
  return <Age at={status.lastSeen} staleAfterMs={STALE_AFTER_MS} />;
}
