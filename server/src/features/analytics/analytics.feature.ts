// Analytics of all devices and tickets: counts, countries, categories and charts over time. No position, no serial.
// Serves support staff. Counts come from the features that own what is counted, through their ports.
// Rows ANA, RET-05.
import type { Feature } from '#platform/feature/feature';
import { createCharts } from './analytics.charts.service.ts';
import { replaceHistory } from './analytics.history.service.ts';
import { scheduleAnalytics } from './analytics.jobs.ts';
import type { AnalyticsPort } from './analytics.port.ts';
import { foldOldTallies } from './analytics.retention.service.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsService, type AnalyticsDependencies } from './analytics.service.ts';
import { createTallies, type TalliesDependencies } from './analytics.tallies.service.ts';
import { createUpdate, type UpdateDependencies } from './analytics.update.service.ts';

type Dependencies = Omit<AnalyticsDependencies, 'update'> & TalliesDependencies & UpdateDependencies;

export interface AnalyticsFeature extends Feature {
  readonly port: AnalyticsPort;
}

export function createAnalyticsFeature(dependencies: Dependencies): AnalyticsFeature {
  const update = createUpdate(dependencies);
  const tallies = createTallies(dependencies);
  const service = createAnalyticsService({ ...dependencies, update });
  scheduleAnalytics(dependencies.jobs, { tallies, update, fold: () => foldOldTallies(dependencies) });
  return {
    name: 'analytics',
    routes: analyticsRoutes(service, createCharts({ ...dependencies, tallies }), update),
    port: {
      replaceHistory: (history) => replaceHistory(dependencies.database, history),
      refresh: () => update.refresh(),
    },
  };
}
