import { listActivity } from '@trace/contract/activity/activity.api';
import { listAuditLog } from '@trace/contract/audit/audit.api';
import { listRetentionRuns, restoreArchive } from '@trace/contract/retention/retention.api';
import type { Row } from './authz.matrix.ts';

const forStaff = 'uffffffffffA';
const [fromDay, untilDay] = ['2025-03-01', '2025-03-02'];

/** 'System activity (30 d)' and 'audit log' of table 4, and retention: support staff alone. */
export const auditRows: readonly Row[] = [
  { endpoint: listAuditLog, cells: forStaff, call: () => ({}), audit: 'audit.list' },
  { endpoint: listActivity, cells: forStaff, call: () => ({}), audit: 'activity.list' },
  { endpoint: listRetentionRuns, cells: forStaff, call: () => ({}) },
  {
    endpoint: restoreArchive,
    cells: forStaff,
    call: ({ serial }) => ({ body: { serialNumber: serial, fromDay, untilDay, reason: 'Asked for by the user.' } }),
    audit: 'retention.restore',
  },
];
