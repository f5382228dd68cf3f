import {
  getAnalytics,
  getAnalyticsRun,
  getCharts,
  listGroupDevices,
  updateAnalytics,
  updateAnalyticsFunction,
} from '@trace/contract/analytics/analytics.api';
import type { Portal } from '#testing/portal';
import type { Row } from './authz.matrix.ts';

/** Ends the update of the row before. */
const endUpdates = async (portal: Portal) => {
  await portal.app.jobs.runDue();
  return {};
};

/** 'analytics' and 'refresh analytics from pings' of table 4. A second update while one runs: see analytics.test. */
export const analyticsRows: readonly Row[] = [
  { endpoint: getAnalytics, cells: 'uffffffffffA', call: () => ({}), audit: 'analytics.get' },
  {
    endpoint: listGroupDevices,
    cells: 'uffffffffffA',
    call: () => ({ query: { category: 'car' } }),
    audit: 'analytics.devices',
  },
  { endpoint: getCharts, cells: 'uffffffffffA', call: () => ({ query: { days: '30' } }) },
  { endpoint: getAnalyticsRun, cells: 'uffffffffffA', call: () => ({}) },
  ...[updateAnalytics, updateAnalyticsFunction].map((endpoint) => ({
    endpoint,
    cells: 'uffffffffffA',
    call: () => ({}),
    audit: 'analytics.update',
    prepare: endUpdates,
  })),
];
