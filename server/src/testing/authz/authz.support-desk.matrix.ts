import { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import { getDeskCounts, searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { getDeskDevice, listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import {
  getDeskCompany,
  getDeskPerson,
  listDeskCompanies,
  listDeskInstallers,
  listDeskUsers,
} from '@trace/contract/support-desk/support-desk.people.api';
import type { Row } from './authz.matrix.ts';

const staffOnly = 'uffffffffffA';
/** The company and the person of these calls do not exist: support-desk.test reads existing ones. */
const noObject = 'uffffffffff-';

/** 'Back-office' of table 4: staff read, and everyone else is refused before an object is looked up. */
export const supportDeskRows: readonly Row[] = [
  { endpoint: getDeskCounts, cells: staffOnly, call: () => ({}) },
  { endpoint: searchDesk, cells: staffOnly, call: () => ({ query: { search: 'trace' } }) },
  { endpoint: listDeskDevices, cells: staffOnly, call: () => ({}) },
  { endpoint: getDeskDevice, cells: staffOnly, call: ({ serial }) => ({ params: { serial } }) },
  { endpoint: listDeskCompanies, cells: staffOnly, call: () => ({}) },
  { endpoint: getDeskCompany, cells: noObject, call: ({ viewerId }) => ({ params: { id: viewerId } }) },
  { endpoint: listDeskUsers, cells: staffOnly, call: () => ({}) },
  { endpoint: listDeskInstallers, cells: staffOnly, call: () => ({}) },
  { endpoint: getDeskPerson, cells: noObject, call: ({ viewerId }) => ({ params: { id: viewerId } }) },
  { endpoint: listDeviceHealth, cells: staffOnly, call: () => ({}) },
];
