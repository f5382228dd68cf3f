import {
  getAnalytics,
  getAnalyticsRun,
  getCharts,
  listGroupDevices,
  updateAnalytics,
} from '@trace/contract/analytics/analytics.api';
import type { Analytics, AnalyticsRun, Charts, GroupDevice } from '@trace/contract/analytics/analytics.schema';
import { addDays } from '@trace/contract/kernel/calendar';
import { refuse, type FakeServer } from './fake-server.ts';
import { shownAgo } from './devices/fake-server-status.ts';

const endedRun = (): AnalyticsRun => ({
  ...{ id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3b001', startedAt: shownAgo(4), finishedAt: shownAgo(3), outcome: 'done' },
  ...{ devicesTotal: 2_241, devicesDone: 2_241 },
});

export const someAnalytics = (): Analytics => ({
  devices: { total: 2_241, active: 2_070, newToday: 18, countries: 3 },
  tickets: {
    ...{ total: 1_312, open: 37, resolved: 902, averageResolutionHours: 6.25 },
    byPriority: [
      { priority: 'low', count: 210 },
      { priority: 'medium', count: 800 },
      { priority: 'high', count: 297 },
      { priority: 'urgent', count: 5 },
    ],
    byStatus: [
      { status: 'open', count: 37 },
      { status: 'in_progress', count: 40 },
      { status: 'resolved', count: 902 },
      { status: 'closed', count: 333 },
    ],
    issueWords: [
      { word: 'battery', count: 181 },
      { word: 'offline', count: 96 },
    ],
  },
  byCountry: [
    { country: 'AU', count: 1_812 },
    { country: 'NZ', count: 388 },
    { country: 'ZZ', count: 41 },
  ],
  byCategory: [
    { category: 'truck', count: 1_320 },
    { category: 'heavy_machinery', count: 720 },
    { category: 'uncategorized', count: 201 },
  ],
  nicknames: [
    { nickname: 'Work ute', count: 212 },
    { nickname: 'Boat', count: 1 },
  ],
  activity: [{ id: '7', action: 'failed_login', email: 'mia.novak@post.example', at: shownAgo(2) }],
  run: endedRun(),
});

/** Ten of 388 devices. */
const someDevices = (): { devices: GroupDevice[]; total: number } => ({
  devices: Array.from({ length: 10 }, (_, index) => ({
    ...{ id: 400 - index, country: 'NZ', isActive: index % 2 === 0 },
    nickname: index === 1 ? null : `Digger ${index}`,
    category: index === 1 ? 'uncategorized' : 'heavy_machinery',
  })),
  total: 388,
});

function someCharts(length: number): Charts {
  const days = Array.from({ length }, (_, index) => addDays('2026-11-25', index + 1 - length));
  const counts = (most: number) => days.map((_, index) => Math.round(most * (0.6 + 0.4 * Math.sin(index / 3))));
  return {
    ...{ timeZone: 'Australia/Sydney', days },
    tallies: {
      'devices.registered': counts(20),
      'pings.located': counts(900),
      'pings.no_fix': counts(90),
      'pings.failed': counts(30),
      'pings.unreachable': counts(70),
      'pings.cancelled': counts(8),
      'tickets.low': counts(4),
      'tickets.medium': counts(12),
      'tickets.high': counts(5),
      'tickets.urgent': counts(1),
      'tickets.resolved': counts(16),
      'panics.alarm': counts(3),
      'panics.test': counts(6),
    },
    gauges: {
      'devices.total': days.map((_, index) => (index === 4 ? null : 2_000 + index * 8)),
      'devices.active': days.map((_, index) => (index === 4 ? null : 1_850 + index * 7)),
    },
    firmware: [
      { version: '=2.1.0', counts: days.map((_, index) => index * 40) },
      { version: 'other', counts: days.map(() => 31) },
    ],
  };
}

/** Serves the analytics page. An update ends at the third look. */
export function serveAnalytics(server: FakeServer, analytics: Analytics = someAnalytics()): void {
  let run = analytics.run;
  let looks = 0;
  server.on(getAnalytics, () => ({ ...analytics, run }));
  server.on(listGroupDevices, () => someDevices());
  server.on(getCharts, ({ query }) => someCharts(query.days));
  server.on(getAnalyticsRun, () => {
    looks += 1;
    if (run !== null && run.finishedAt === null && looks >= 3) run = { ...endedRun(), id: run.id };
    return { run };
  });
  server.on(updateAnalytics, () => {
    if (run?.finishedAt === null) return refuse('conflict', 'An update is already running.');
    looks = 0;
    run = {
      ...endedRun(),
      id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3b002',
      finishedAt: null,
      outcome: null,
      devicesDone: 1_000,
    };
    return run;
  });
}
