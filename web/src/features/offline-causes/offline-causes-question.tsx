import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import { lazy, Suspense, type ComponentProps } from 'react';

/** Loaded when a device is silent, because few are. */
const OfflineCausesDisclosure = lazy(async () => ({
  default: (await import('./offline-causes-disclosure.tsx')).OfflineCausesDisclosure,
}));

/** Statuses of a device that people ask about. */
export const silentStatuses: ReadonlySet<string> = new Set<DeviceStatus>(['offline', 'error', 'awaiting']);

interface OfflineCausesQuestionProps extends ComponentProps<typeof OfflineCausesDisclosure> {
  status: DeviceStatus | undefined;
}

/** Offers the causes of a silent device. Shows nothing for other devices. */
export function OfflineCausesQuestion({ status, ...about }: OfflineCausesQuestionProps) {
  if (status === undefined || !silentStatuses.has(status)) return null;
  return (
    <Suspense>
      <OfflineCausesDisclosure {...about} />
    </Suspense>
  );
}
