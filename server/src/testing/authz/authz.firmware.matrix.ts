import {
  checkFirmwareUpdate,
  getDeviceFirmware,
  listFirmwareCues,
  startFirmwareUpdate,
  startFirmwareUpdates,
  updateDeviceFirmware,
} from '@trace/contract/firmware/firmware.api';
import { offerFirmware, reportFirmware } from '#testing/worlds/firmware-offer-world';
import type { Portal, SignedIn } from '#testing/portal';
import type { Row, Subject } from './authz.matrix.ts';

const VERSION = '1.1.0';

/** A rollout that reaches this device alone: the device reports a model of its own. */
async function stage(portal: Portal, _person: SignedIn | undefined, serial: string): Promise<{ thingId: string }> {
  const model = serial.toLowerCase();
  await reportFirmware(portal, serial, { version: '1.0.0', sequence: 0, model });
  const { releaseId } = await offerFirmware(portal, { model, version: VERSION });
  return { thingId: releaseId };
}

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });
const named = ({ serial }: Subject) => ({ serialNumber: serial });

/** Every relation may check and start the offered update. Staff read, and start updates with rollouts only. */
export const firmwareRows: readonly Row[] = [
  { endpoint: getDeviceFirmware, cells: 'unAAnAAAAAAA', call: ofDevice },
  { endpoint: checkFirmwareUpdate, cells: 'unAAnAAAAAAA', call: (subject) => ({ body: named(subject) }) },
  // Devices of others are missing in the answer.
  { endpoint: listFirmwareCues, cells: 'uAAAAAAAAAAA', call: ({ serial }) => ({ query: { serials: serial } }) },
  {
    endpoint: startFirmwareUpdate,
    cells: 'unAAnAAAAAAf',
    call: (subject) => ({ ...ofDevice(subject), body: { releaseId: subject.thingId! } }),
    audit: 'firmware.start',
    stage,
  },
  {
    endpoint: updateDeviceFirmware,
    cells: 'unAAnAAAAAAf',
    call: (subject) => ({ body: { ...named(subject), firmwareVersion: VERSION, updateUrl: null } }),
    audit: 'firmware.start',
    stage,
  },
  // Each device has its own outcome: firmware.people.test.ts.
  {
    endpoint: startFirmwareUpdates,
    cells: 'ufffAAAAAAAf',
    call: ({ serial }) => ({ body: { serialNumbers: [serial] } }),
  },
];
