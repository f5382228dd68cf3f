import { listRetentionRuns, restoreArchive } from '@trace/contract/retention/retention.api';
import { route, type Route } from '#platform/http/route';
import type { RestorationService } from './retention.restoration.service.ts';
import type { RetentionService } from './retention.service.ts';

export const retentionRoutes = (service: RetentionService, restorations: RestorationService): Route[] => [
  route(listRetentionRuns, async ({ actor, query }) => ({
    ...(await service.listRuns(query.after)),
    mayRestore: actor.isStaffAdmin === true,
  })),
  route(restoreArchive, ({ actor, origin, body }) => restorations.restore(actor, origin, body)),
];
