import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { lazy, Suspense, type ComponentProps } from 'react';

/** Loaded when a clock is wrong, because few are. */
const DeviceClockNotice = lazy(async () => ({
  default: (await import('./device-status-clock-notice.tsx')).DeviceClockNotice,
}));

interface DeviceClockProps extends Omit<ComponentProps<typeof DeviceClockNotice>, 'serial'> {
  status: DeviceStatusView | undefined;
}

/** Warns that the clock of a device is wrong. Shows nothing for other devices. */
export function DeviceClock({ status, ...about }: DeviceClockProps) {
  if (!status?.clockWrongSince) return null;
  return (
    <Suspense>
      <DeviceClockNotice {...about} serial={status.serialNumber} />
    </Suspense>
  );
}
