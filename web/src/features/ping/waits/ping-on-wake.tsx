import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { PingActions } from '../ping-actions.ts';
import classes from './ping-on-wake.module.css';
import { PingWaitNote } from './ping-wait.tsx';

interface PingOnWakeProps {
  device: Device;
  actions: PingActions;
}

/** Asks a sleeping device for its position as soon as it wakes, and shows the pending ping (PING-09). */
export default function PingOnWake({ device, actions }: PingOnWakeProps) {
  const wait = actions.waits.get(device.serialNumber);
  const { ref, notePress } = useFocusAfter<HTMLDivElement>(wait !== undefined);
  const ask = () => {
    notePress();
    actions.ping(device);
  };
  return (
    <div ref={ref} tabIndex={-1} className={classes.place}>
      {wait ? (
        <PingWaitNote wait={wait} area="user" onPress={notePress} />
      ) : (
        <NeedsNetwork isTight>
          {(button) => (
            <Button
              variant="default"
              leftSection={<IconAlarm size={17} stroke={1.8} />}
              loading={actions.asking.has(device.serialNumber)}
              onClick={ask}
              {...button}
            >
              {pingTexts.onWake}
            </Button>
          )}
        </NeedsNetwork>
      )}
    </div>
  );
}
