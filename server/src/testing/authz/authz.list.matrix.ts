import { exportDevices, getUserDevices, listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import type { Row } from './authz.matrix.ts';

/**
 * 'List devices' of table 1: every signed-in user may call these, and the answer depends on the user's relations. See
 * devices.list.test.
 */
export const listRows: readonly Row[] = [
  { endpoint: listDeviceTable, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: exportDevices, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getUserDevices, cells: 'uAAAAAAAAAAA', call: () => ({ body: {} }) },
];
