import {
  importDevices,
  registerDevice,
  removeDevice,
  renameDevice,
  revokeCertificate,
  updateThingAttributes,
  verifySerial,
} from '@trace/contract/devices/registration/devices.registration.api';
import type { Row, Subject } from './authz.matrix.ts';
import type { Portal } from '#testing/portal';
import { newSerial } from '#testing/trackers';

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

/** A serial that nobody has registered: what a stranger to the device can register. */
async function enterFree(portal: Portal): Promise<Partial<Subject>> {
  const thingId = newSerial();
  await portal.app.gateway.registry.enter(thingId);
  return { thingId };
}

/** Registering, renaming, removing a device and its certificates (table 1). */
export const registrationRows: readonly Row[] = [
  {
    endpoint: verifySerial,
    cells: 'ufffAAAAAAAA',
    call: ({ serial }) => ({ body: { serialNumber: serial } }),
  },
  {
    endpoint: registerDevice,
    cells: 'ufffAccccccf',
    call: ({ serial, thingId }) => ({
      body: { serialNumber: thingId ?? serial, nickname: null, claimCode: null, hub: null, sim: null },
    }),
    audit: 'device.register',
    prepare: enterFree,
  },
  {
    endpoint: renameDevice,
    cells: 'unAAnAAAfffA',
    call: (subject) => ({ ...ofDevice(subject), body: { nickname: 'Ferry' } }),
    audit: 'device.rename',
  },
  // Support removes a device for a ticket, from the back-office.
  {
    endpoint: removeDevice,
    cells: 'unAAnAAAffff',
    call: (subject) => ({ ...ofDevice(subject), body: { confirmation: subject.serial } }),
    audit: 'device.remove',
  },
  {
    endpoint: revokeCertificate,
    cells: 'unAAnAAAfffA',
    call: (subject) => ({ ...ofDevice(subject), body: {} }),
    audit: 'device.revokeCertificate',
  },
  {
    endpoint: updateThingAttributes,
    cells: 'ufffffffffff',
    call: ({ serial }) => ({ body: { serialNumber: serial, attributes: { hubId: '0012AB34' } } }),
  },
  // Law 7: the cells of its rows are those of single calls; each of these holds one that is refused.
  {
    endpoint: importDevices,
    cells: 'ufffAAAAAAAf',
    call: ({ serial, viewerId }) => ({
      query: { importId: viewerId },
      body: new TextEncoder().encode(`serial_number\n${serial}\n`),
    }),
  },
];
