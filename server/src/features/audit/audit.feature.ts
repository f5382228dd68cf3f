// The audit log: every change, every refusal, and every look of support staff at personal data.
// Serves support staff, who read and search the log. The feature chains new entries every few seconds (decision 026).
// Rows AUD, SUPL-06.
import { deleteOldAuditEntries } from '#platform/audit/chain.store';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { defineAuditJobs } from './audit.jobs.ts';
import { auditRoutes } from './audit.routes.ts';
import { createAuditService, type AuditDependencies } from './audit.service.ts';

export function createAuditFeature(dependencies: AuditDependencies & { jobs: Jobs; log: Log }): Feature {
  defineAuditJobs(dependencies);
  return {
    name: 'audit',
    routes: auditRoutes(createAuditService(dependencies)),
    // The database decides by its own clock what is old enough.
    retention: [{ kind: 'auditLog', take: (tx, _before, limit) => deleteOldAuditEntries(tx, limit) }],
  };
}
