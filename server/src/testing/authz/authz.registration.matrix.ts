import {
  getGatewayAddress,
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

/** Enters an unregistered serial, which a user without relation to the device can register. */
async function enterFree(portal: Portal): Promise<Partial<Subject>> {
  const thingId = newSerial();
  await portal.app.gateway.registry.enter(thingId);
  return { thingId };
}

/** Registering, renaming and removing a device and revoking its certificates (table 1). */
export const registrationRows: readonly Row[] = [
  { endpoint: getGatewayAddress, cells: 'uAAAAAAAAAAA', call: () => ({}) },
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
  // Law 7: each imported row has the cells of a single call. Every file here holds a refused row.
  {
    endpoint: importDevices,
    cells: 'ufffAAAAAAAf',
    call: ({ serial, viewerId }) => ({
      query: { importId: viewerId },
      body: new TextEncoder().encode(`serial_number\n${serial}\n`),
    }),
  },
];
