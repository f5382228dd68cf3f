import {
  countAlarms,
  listFailedJobs,
  listMails,
  listQuarantined,
  readMail,
  readOperations,
  resendMail,
  retryJob,
} from '@trace/contract/operations/operations.api';
import type { Row } from './authz.matrix.ts';

/** Support staff only. The things of these rows do not exist, so staff get 404. */
const [allowed, missing] = ['uffffffffffA', 'uffffffffffn'];
const nothing = { params: { id: '999999999' } };

export const operationsRows: readonly Row[] = [
  { endpoint: readOperations, cells: allowed, call: () => ({}) },
  { endpoint: countAlarms, cells: allowed, call: () => ({}) },
  { endpoint: listMails, cells: allowed, call: () => ({}), audit: 'operations.listMails' },
  { endpoint: readMail, cells: missing, call: () => nothing },
  { endpoint: resendMail, cells: missing, call: () => nothing },
  { endpoint: listFailedJobs, cells: allowed, call: () => ({}), audit: 'operations.listFailedJobs' },
  { endpoint: retryJob, cells: missing, call: () => nothing },
  { endpoint: listQuarantined, cells: allowed, call: () => ({}), audit: 'operations.listQuarantined' },
];
