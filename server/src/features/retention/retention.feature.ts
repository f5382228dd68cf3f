// Retention: each feature's old data is archived or deleted after its period, with a report of every run.
// Serves support staff, who read the reports and can restore archived days for the user of a device.
// Rows RET.
import { HOUR_MS } from '@trace/contract/kernel/time';
import { retentionJobs } from '@trace/contract/retention/retention.rules';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import { retentionPersonData } from './retention.person-data.service.ts';
import { deleteOldRestorations } from './retention.restoration.store.ts';
import { createRestorationService, type RestorationDependencies } from './retention.restoration.service.ts';
import type { RetentionPort } from './retention.port.ts';
import { retentionRoutes } from './retention.routes.ts';
import { createRetentionService, type RetentionDependencies } from './retention.service.ts';
import { deleteOldRuns } from './retention.store.ts';

export function createRetentionFeature(
  dependencies: RetentionDependencies & RestorationDependencies & { jobs: Jobs },
): Feature & { readonly port: RetentionPort } {
  const service = createRetentionService(dependencies);
  const restorations = createRestorationService(dependencies);
  dependencies.jobs.schedule(retentionJobs.retention, HOUR_MS, () => service.run());
  return {
    name: 'retention',
    port: restorations,
    routes: retentionRoutes(service, restorations),
    personData: retentionPersonData,
    retention: [
      { kind: 'restorations', take: deleteOldRestorations },
      { kind: 'retentionRuns', take: deleteOldRuns },
    ],
  };
}
