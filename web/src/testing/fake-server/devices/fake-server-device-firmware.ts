import { getDeviceFirmware, listFirmwareCues, startFirmwareUpdate } from '@trace/contract/firmware/firmware.api';
import type { DeviceFirmware, FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { firmwareUpdateEvent } from '@trace/contract/firmware/firmware.stream';
import { ago } from './fake-server-status.ts';
import { refuse, type FakeServer } from '../fake-server.ts';

const anUpdate = (change: Partial<FirmwareUpdate> = {}): FirmwareUpdate => ({
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3f001',
  version: '1.5.0',
  state: 'waiting',
  progressPct: null,
  waitingFor: 'next_round',
  minBatteryPct: 30,
  failure: null,
  isWanted: true,
  nextTryAt: null,
  changedAt: ago(0),
  ...change,
});

export const aFirmware = (change: Partial<DeviceFirmware> = {}): DeviceFirmware => ({
  serialNumber: 'Trace_4F21',
  currentVersion: '1.4.2',
  offer: {
    releaseId: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3f002',
    version: '1.5.0',
    notes: 'Finds satellites faster after sleep.\nUses less power while parked.',
    fileSizeBytes: 1_520_000,
    publishedAt: ago(3_000),
  },
  update: null,
  ...change,
});

/** No device has an offer. */
export const serveNoFirmware = (server: FakeServer): void => server.on(listFirmwareCues, () => ({ devices: [] }));

/** Serves the firmware of one device, and gives a test the device's part: reports that arrive. */
export function serveFirmware(server: FakeServer, firmware: DeviceFirmware) {
  let events = 0;
  const { serialNumber } = firmware;
  server.on(getDeviceFirmware, ({ params }) =>
    params.serial === serialNumber ? firmware : refuse('not_found', 'There is no such device, or it is not yours.'),
  );
  server.on(listFirmwareCues, () => {
    const { offer, update } = firmware;
    const isOver = update !== null && ['done', 'failed', 'cancelled'].includes(update.state);
    return { devices: [{ serialNumber, availableVersion: offer?.version ?? null, update: isOver ? null : update }] };
  });
  server.on(startFirmwareUpdate, () => (firmware.update = anUpdate()));
  return {
    /** Advances the update and pushes the change to the open page. */
    advance(change: Partial<FirmwareUpdate>): void {
      events += 1;
      firmware.update = anUpdate({
        ...firmware.update,
        waitingFor: null,
        ...change,
        changedAt: new Date().toISOString(),
      });
      if (firmware.update.state === 'done') Object.assign(firmware, { currentVersion: '1.5.0', offer: null });
      server.stream.push(firmwareUpdateEvent, { serialNumber, update: firmware.update }, String(events));
    },
  };
}
