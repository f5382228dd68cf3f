import { useOffline } from '#lib/offline/offline.ts';
import { Badge } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { deviceClockTexts as texts, deviceClockWarning } from '@trace/contract/device-status/device-status.clock.texts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

/** Marks a device with a wrong clock in an installer's list. The control panel has room for the whole warning. */
export function DeviceClockMark({ status, name }: { status: DeviceStatusView; name: string }) {
  const isOffline = useOffline() !== null;
  if (status.clockWrongSince === null) return null;
  return (
    <Badge
      color={isOffline ? 'gray' : 'amber'}
      leftSection={<IconClockExclamation size={15} stroke={1.7} aria-hidden="true" />}
      title={deviceClockWarning(status.serialNumber, 'service', name)}
    >
      {texts.mark}
    </Badge>
  );
}
