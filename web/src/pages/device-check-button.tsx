import type { StatusChecks } from '#features/device-status/device-status-polling.ts';
import { NeedsNetwork } from '#ui/needs-network.tsx';
import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import type { Device } from '@trace/contract/devices/devices.schema';

/** Asks for one device's status now; it goes round every limit of asking by itself (STAT-04). */
export function DeviceCheckButton({ device, checks }: { device: Device; checks: StatusChecks }) {
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`${deviceStatusTexts.checkNow}: ${device.name}`}
          title={deviceStatusTexts.checkNow}
          loading={checks.checks.get(device.serialNumber)?.isAsking ?? false}
          onClick={() => checks.refresh(device.serialNumber)}
          {...button}
        >
          <IconRefresh size={17} stroke={1.7} />
        </ActionIcon>
      )}
    </NeedsNetwork>
  );
}
