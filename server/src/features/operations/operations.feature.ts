// The operator's page: how mail, push, hub service, jobs, storage, backups, quarantine and gateway work, with alarms.
// Serves support staff with the admin flag.
// Rows SUPP-06.
import { operationsRules as rules } from '@trace/contract/operations/operations.rules';
import type { Feature } from '#platform/feature/feature';
import type { Log } from '#platform/log/log';
import { alarmsOf } from './operations.alarms.rules.ts';
import { measureFigures } from './operations.figures.service.ts';
import { createGatewayRate } from './operations.gateway-rate.service.ts';
import { operationsRoutes } from './operations.routes.ts';
import { createOperationsService, type OperationsDependencies } from './operations.service.ts';
import { watchAlarms } from './operations.watch.service.ts';

type OperationsFeatureDependencies = Omit<OperationsDependencies, 'gatewayRate'> & { log: Log };

export function createOperationsFeature(options: OperationsFeatureDependencies): Feature {
  const gatewayRate = createGatewayRate(options.clock, options.gateway);
  const dependencies = { ...options, gatewayRate };
  const activeAlarms = async () => alarmsOf(await measureFigures(dependencies));
  options.jobs.schedule('operations.watch', rules.watchMs, () => watchAlarms({ ...dependencies, activeAlarms }));
  return {
    name: 'operations',
    routes: operationsRoutes(createOperationsService(dependencies)),
    start: () => gatewayRate.start(),
  };
}
