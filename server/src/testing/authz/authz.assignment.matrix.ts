import {
  assignDevice,
  cancelAssignment,
  claimDeviceAgain,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment, listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import type { Row, Subject } from './authz.matrix.ts';

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

/** Assigning devices and ending assignments (table 1). */
export const assignmentRows: readonly Row[] = [
  {
    endpoint: assignDevice,
    cells: 'unffnAccfffn',
    call: (subject) => ({ ...ofDevice(subject), body: { email: `${subject.viewerId}@example.com` } }),
    audit: 'device.assign',
  },
  // A pending assignment counts as assigned. Its principals are otherwise I1 and CM1.
  {
    endpoint: cancelAssignment,
    cells: 'unffnA--f--n',
    call: ofDevice,
    audit: 'device.cancelAssignment',
    needs: 'waiting',
  },
  { endpoint: endAssignment, cells: 'unAAn-AA-ffn', call: ofDevice, audit: 'device.endAssignment' },
  // A claim code is needed only for a device that was taken from its user.
  {
    endpoint: claimDeviceAgain,
    cells: 'unffncccfffn',
    call: (subject) => ({ ...ofDevice(subject), body: { claimCode: 'ABCD-EFGH-JKMN-PQRS-TVWX' } }),
  },
  { endpoint: listTakenDevices, cells: 'uAAAAAAAAAAA', call: () => ({}) },
];
