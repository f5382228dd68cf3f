import {
  assignDevice,
  cancelAssignment,
  claimDeviceAgain,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment, listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import type { Row, Subject } from './authz.matrix.ts';

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

/** Assigning and what ends it (table 1). */
export const assignmentRows: readonly Row[] = [
  {
    endpoint: assignDevice,
    cells: 'unffnAccfffn',
    call: (subject) => ({ ...ofDevice(subject), body: { email: `${subject.viewerId}@example.com` } }),
    audit: 'device.assign',
  },
  // What waits counts as assigned: to those who are I1 and CM1 else.
  {
    endpoint: cancelAssignment,
    cells: 'unffnA--f--n',
    call: ofDevice,
    audit: 'device.cancelAssignment',
    needs: 'waiting',
  },
  { endpoint: endAssignment, cells: 'unAAn-AA-ffn', call: ofDevice, audit: 'device.endAssignment' },
  // For a device that was taken from its user; the others need none.
  {
    endpoint: claimDeviceAgain,
    cells: 'unffncccfffn',
    call: (subject) => ({ ...ofDevice(subject), body: { claimCode: 'ABCD-EFGH-JKMN-PQRS-TVWX' } }),
  },
  { endpoint: listTakenDevices, cells: 'uAAAAAAAAAAA', call: () => ({}) },
];
