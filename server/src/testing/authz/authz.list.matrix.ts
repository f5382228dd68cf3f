import { exportDevices, getUserDevices, listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import type { Row } from './authz.matrix.ts';

/** 'List devices' of table 1: everybody may ask, and each sees what their relations give; who sees what: devices.list.test. */
export const listRows: readonly Row[] = [
  { endpoint: listDeviceTable, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: exportDevices, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getUserDevices, cells: 'uAAAAAAAAAAA', call: () => ({ body: {} }) },
];
