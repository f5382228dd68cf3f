import type { AuditTotal } from './audit.schema.ts';

/** Words of the audit log (AUD-01). */
export const auditTexts = {
  title: 'Audit Logs',
  context: 'Every change, and every look of support staff at personal data',
  titleWith: ({ count, isMore }: AuditTotal): string =>
    `Audit Logs (${count.toLocaleString('en-AU')}${isMore ? '+' : ''})`,
  search: 'Search by action, target type, staff email, or target ID...',
  loading: 'Loading audit logs...',
  failed: 'Failed to load audit logs',
  noneFound: 'No audit logs found matching your search.',
  none: 'No audit logs found.',
  more: 'Show older entries',
  server: 'Server',
  deleted: 'Deleted account',
  targetType: 'Target type',
  targetId: 'Target ID',
  by: 'By',
  details: 'Details',
} as const;
