import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';

interface PingActionProps {
  device: Device;
  isBusy: boolean;
  isOff: boolean;
  onPing: () => void;
}

/** A small Ping button, for a row or a card. */
export function PingAction({ device, isBusy, isOff, onPing }: PingActionProps) {
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button
          variant="light"
          leftSection={<IconRadar2 size={16} stroke={1.8} />}
          loading={isBusy}
          disabled={isOff}
          aria-label={pingTexts.button(device.name)}
          onClick={onPing}
          {...button}
        >
          {pingTexts.ping}
        </Button>
      )}
    </NeedsNetwork>
  );
}
