import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import { isPhone } from '@trace/contract/kernel/serial';
import { lazy, Suspense, type ComponentProps } from 'react';

/** Loaded when a device is silent, because few are. */
const OfflineCausesDisclosure = lazy(async () => ({
  default: (await import('./offline-causes-disclosure.tsx')).OfflineCausesDisclosure,
}));

/** Statuses of a device that people ask about. */
export const silentStatuses: ReadonlySet<string> = new Set<DeviceStatus>(['offline', 'error', 'awaiting']);

interface OfflineCausesQuestionProps extends Omit<ComponentProps<typeof OfflineCausesDisclosure>, 'status'> {
  status: DeviceStatus | undefined;
}

/** Offers the causes of a silent tracker. Shows nothing for other devices: the causes do not fit a phone. */
export function OfflineCausesQuestion({ status, ...about }: OfflineCausesQuestionProps) {
  if (status === undefined || !silentStatuses.has(status) || isPhone(about.serial)) return null;
  return (
    <Suspense>
      <OfflineCausesDisclosure {...about} status={status} />
    </Suspense>
  );
}
