import {
  getAnalytics,
  getAnalyticsRun,
  getCharts,
  listGroupDevices,
  updateAnalytics,
  updateAnalyticsFunction,
} from '@trace/contract/analytics/analytics.api';
import { route, type Route } from '#platform/http/route';
import type { ChartsService } from './analytics.charts.service.ts';
import type { AnalyticsService } from './analytics.service.ts';
import type { UpdateService } from './analytics.update.service.ts';

export const analyticsRoutes = (service: AnalyticsService, charts: ChartsService, update: UpdateService): Route[] => [
  route(getAnalytics, ({ actor }) => service.read(actor)),
  route(listGroupDevices, ({ query }) => service.group(query)),
  route(getCharts, ({ actor, query }) => charts.charts(actor, query.days)),
  route(getAnalyticsRun, async () => ({ run: await update.newest() })),
  route(updateAnalytics, ({ actor, origin }) => update.start(actor, origin)),
  route(updateAnalyticsFunction, ({ actor, origin }) => update.start(actor, origin)),
];
