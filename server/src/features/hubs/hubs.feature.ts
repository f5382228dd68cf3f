// Accounts of the hub service: verified, listed, linked to devices by a renewable token, and watched for a break.
// Serves whoever registers or reconfigures a device; device-setup decides what is linked to what.
// portal.md §5 and §7, back-office.md §5; HUB.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import { deleteOldHandles } from './hubs.handles.store.ts';
import { createHubLinks } from './hubs.links.service.ts';
import { hubsPersonData } from './hubs.person-data.service.ts';
import type { BrokenHandler, HubsPort } from './hubs.port.ts';
import { renewDueLinks } from './hubs.renewal.service.ts';
import { hubsRoutes } from './hubs.routes.ts';
import { createHubsService, type HubsDependencies } from './hubs.service.ts';

const SWEEP_LIMIT = 1_000;

export function createHubsFeature(dependencies: HubsDependencies & { jobs: Jobs }) {
  const { database, clock, jobs, service: alarmHub } = dependencies;
  const service = createHubsService(dependencies);
  let broken: BrokenHandler = async () => {};
  const port: HubsPort = {
    ...createHubLinks(dependencies),
    verify: service.verify,
    onBroken: (handler) => {
      broken = handler;
    },
  };
  jobs.everyProcessOnce('hubs.sweep', MINUTE_MS, async () => {
    await deleteOldHandles(database.sql, clock.now(), SWEEP_LIMIT);
    await service.sweep();
  });
  if (alarmHub !== null)
    jobs.everyProcessOnce('hubs.renew', MINUTE_MS, () =>
      renewDueLinks({ ...dependencies, service: alarmHub, onBroken: (tx, link) => broken(tx, link) }),
    );
  return { port, routes: hubsRoutes(service), personData: hubsPersonData };
}
