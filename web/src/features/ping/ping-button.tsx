import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { lazy, Suspense } from 'react';
import classes from './ping-button.module.css';
import type { PingActions } from './ping-actions.ts';

/** Loaded lazily, because few devices are asleep when a user opens the page. */
const PingWaitNote = lazy(async () => ({ default: (await import('./waits/ping-wait.tsx')).PingWaitNote }));

interface PingButtonProps {
  device: Device;
  /** A sleeping device has the room of the note from the start, so that nothing moves when it is pinged. */
  isAsleep: boolean;
  actions: PingActions;
}

/**
 * The Ping button of the chosen device. While the device sleeps, shows the pending ping and a button to cancel
 * (PING-09).
 */
export function PingButton({ device, isAsleep, actions }: PingButtonProps) {
  const isAsking = actions.asking.has(device.serialNumber);
  const wait = actions.waits.get(device.serialNumber);
  const { ref, notePress } = useFocusAfter<HTMLDivElement>(wait !== undefined);
  return (
    <div ref={ref} tabIndex={-1} className={classes.place} data-asleep={isAsleep || undefined}>
      {wait ? (
        <Suspense>
          <PingWaitNote wait={wait} area="user" onPress={notePress} />
        </Suspense>
      ) : (
        <NeedsNetwork>
          {(button) => (
            <Button
              fullWidth
              leftSection={<IconRadar2 size={17} stroke={1.8} />}
              loading={isAsking}
              aria-label={isAsking ? pingTexts.asking(device.name) : pingTexts.button(device.name)}
              onClick={() => {
                notePress();
                actions.ping(device);
              }}
              {...button}
            >
              <span className={classes.label}>{pingTexts.button(device.name)}</span>
            </Button>
          )}
        </NeedsNetwork>
      )}
      {!wait && isAsleep && <p className={classes.hint}>{pingTexts.sleepHint}</p>}
    </div>
  );
}
