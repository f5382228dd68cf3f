// Accounts of the hub service: verified, listed, linked to devices by a renewable token, and monitored for broken
// links.
// Serves users and installers when registering or reconfiguring a device. device-setup decides which hub is linked to
// which device.
// Rows HUB.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { deleteOldHandles } from './hubs.verification-sessions.store.ts';
import { createHubLinks } from './hubs.links.service.ts';
import { hubsPersonData } from './hubs.person-data.service.ts';
import type { BrokenHandler, HubsMonitor, HubsPort, RelinkedHandler } from './hubs.port.ts';
import { renewDueLinks } from './hubs.renewal.service.ts';
import { countLinks } from './hubs.renewal.store.ts';
import { hubsRoutes } from './hubs.routes.ts';
import { createHubsService, type HubsDependencies } from './hubs.service.ts';

export function createHubsFeature(
  dependencies: HubsDependencies & { jobs: Jobs },
): Feature & { readonly port: HubsPort; readonly monitor: HubsMonitor } {
  const { database, clock, jobs, service: alarmHub } = dependencies;
  const service = createHubsService(dependencies);
  const brokenHandlers: BrokenHandler[] = [];
  const relinkedHandlers: RelinkedHandler[] = [];
  const onRelinked: RelinkedHandler = async (tx, deviceId, link) => {
    for (const handler of relinkedHandlers) await handler(tx, deviceId, link);
  };
  const links = createHubLinks(dependencies, onRelinked);
  const port: HubsPort = {
    ...links,
    verify: service.verify,
    onBroken: (handler) => void brokenHandlers.push(handler),
    onRelinked: (handler) => void relinkedHandlers.push(handler),
  };
  const onBroken: BrokenHandler = async (tx, link) => {
    for (const handler of brokenHandlers) await handler(tx, link);
  };
  jobs.schedule('hubs.sweep', MINUTE_MS, async () => {
    await deleteOldHandles(database.sql, clock.now(), SWEEP_LIMIT);
    await service.sweep();
  });
  if (alarmHub !== null)
    jobs.schedule('hubs.renew', MINUTE_MS, () =>
      renewDueLinks({ ...dependencies, service: alarmHub, onBroken, onRelinked }),
    );
  const monitor: HubsMonitor = {
    figures: ({ attempts, lateMs }) =>
      countLinks(database.sql, { attempts, lateBefore: new Date(clock.now().getTime() - lateMs) }),
  };
  return { name: 'hubs', port, monitor, routes: hubsRoutes(service), personData: hubsPersonData };
}
