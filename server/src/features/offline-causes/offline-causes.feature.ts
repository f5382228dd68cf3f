// Why a device is offline: causes ranked from its last data, each with evidence.
// Serves users, installers and support staff, who all read the same explanation.
// Rows SUPP-05.
import { explainOffline, explainOfflineToStaff } from '@trace/contract/offline-causes/offline-causes.api';
import type { Feature } from '#platform/feature/feature';
import { route } from '#platform/http/route';
import type { OfflineCausesPort } from './offline-causes.port.ts';
import { createOfflineCausesService, type OfflineCausesDependencies } from './offline-causes.service.ts';

export function createOfflineCausesFeature(
  dependencies: OfflineCausesDependencies,
): Feature & { readonly port: OfflineCausesPort } {
  const service = createOfflineCausesService(dependencies);
  return {
    name: 'offline-causes',
    port: service,
    routes: [
      route(explainOffline, ({ actor, params }) => service.explainTo(actor, params.serial)),
      route(explainOfflineToStaff, ({ params }) => service.explainToStaff(params.serial)),
    ],
  };
}
