import { systemClock } from '../clock.ts';
import { createMemoryFlash } from '../firmware/flash.ts';
import type { Flash } from '../firmware/flash.ts';
import { readTrustedKeys } from '../firmware/manifest.ts';
import { createUpdateClient } from '../firmware/update-client.ts';
import type { UpdateClient, UpdateHabit, UpdateReport } from '../firmware/update-client.ts';
import type { FirmwareSource } from './firmware-source.ts';

/** A device that is nothing but its update client. It is always connected, and a restart takes no time. */
export interface HandDevice {
  readonly client: UpdateClient;
  readonly reports: UpdateReport[];
  hasPower(): boolean;
}

const habit: UpdateHabit = { bytesPerSec: null, installMs: 0, confirmAfterMs: 0, hangsOn: [] };

export function switchOnHandDevice(
  source: FirmwareSource,
  flash: Flash = createMemoryFlash(),
  changed: Partial<UpdateHabit> = {},
): HandDevice {
  const reports: UpdateReport[] = [];
  let power = true;
  const start = (): void => {
    client.powerOn();
    if (power) client.online();
  };
  const client = createUpdateClient({
    clock: systemClock,
    flash,
    trustedKeys: readTrustedKeys([source.publicKey]),
    retryMs: [1, 1],
    factory: () => ({ model: 'gps-tracker', chip: 'esp32s3', sequence: 10 }),
    habit: () => ({ ...habit, ...changed }),
    report: (report) => reports.push(report),
    reboot() {
      client.halt();
      start();
    },
    onInstalling: () => {},
    onPowerCut() {
      power = false;
      client.halt();
    },
  });
  start();
  return { client, reports, hasPower: () => power };
}
