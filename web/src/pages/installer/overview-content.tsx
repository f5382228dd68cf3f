import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import { LoadingText } from '#ui/loading-text.tsx';
import { useQuery } from '@tanstack/react-query';
import { deviceStatuses } from '@trace/contract/device-status/device-status.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { StatusCounts } from './status-counts.tsx';

/** How the installer's devices are on the whole. */
export function OverviewContent() {
  const devices = useQuery(devicesQuery);
  const statuses = useQuery(statusesQuery);
  if (!devices.data || !statuses.data) return <LoadingText>{devicesTexts.loading}</LoadingText>;
  return <StatusCounts devices={devices.data} statuses={statuses.data} shown={deviceStatuses} />;
}
