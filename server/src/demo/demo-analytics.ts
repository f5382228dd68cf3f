import type { TallySeries } from '@trace/contract/analytics/analytics.rules';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { retentionRules } from '@trace/contract/retention/retention.rules';
import { DEMO_FACTORY_VERSION } from '@trace/simulator/demo-firmware';
import { demoFleet } from '@trace/simulator/demo-world';
import { createRandom } from '@trace/simulator/random';
import type { TallyHistory } from '#features/analytics/analytics.port';
import type { App } from '../app.ts';

/** The longest chart, and a day more for time zones. */
const DAYS = 91;
const QUARTER_MS = 15 * MINUTE_MS;

/** How many days ago the newer devices of the fleet were registered. */
const REGISTERED_AGO = [88, 84, 84, 77, 70, 69, 69, 58, 51, 44, 43, 43, 30, 22, 21, 9, 3];

/** The trackers of the demo run the newer version. */
const rollout = { older: '2.3.2', newer: DEMO_FACTORY_VERSION, beganAgo: 26, tookDays: 14 };

/** Events per working day, on average. At weekends there are half as many. */
const dailyEvents: Partial<Record<TallySeries, number>> = {
  'pings.located': 11,
  'pings.no_fix': 1.2,
  'pings.failed': 0.3,
  'pings.unreachable': 1.6,
  'pings.cancelled': 0.4,
  'tickets.low': 0.12,
  'tickets.medium': 0.25,
  'tickets.high': 0.12,
  'tickets.urgent': 0.06,
  'tickets.resolved': 0.55,
  'panics.alarm': 0.08,
  'panics.test': 0.2,
};

/** Stores three months of made-up counts up to `now`. Events from then on are real. */
export const seedAnalytics = ({ analytics }: Pick<App, 'analytics'>, now: Date): Promise<void> =>
  analytics.replaceHistory(madeUpHistory(now));

function madeUpHistory(until: Date): TallyHistory {
  const random = createRandom(1);
  const lastQuarterMs = until.getTime() - (until.getTime() % QUARTER_MS);
  const days = Array.from({ length: DAYS }, (_, index) => DAYS - index).map((ago) => ({
    ago,
    at: new Date(lastQuarterMs - ago * DAY_MS),
  }));
  return {
    until,
    tallies: days.flatMap(({ ago, at }) => [
      ...tally(at, 'devices.registered', REGISTERED_AGO.filter((day) => day === ago).length),
      ...Object.entries(dailyEvents).flatMap(([series, mean]) => {
        const expected = mean * (isWeekend(at) ? 0.5 : 1) * random.between(0.5, 1.5);
        const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
        return tally(at, series as TallySeries, count);
      }),
    ]),
    measurements: days.map(({ ago, at }) => {
      const total = demoFleet().length - REGISTERED_AGO.filter((day) => day < ago).length;
      const silent = Math.floor(random.between(1, 4));
      return {
        at,
        gauges: [
          { series: 'devices.total', label: '', count: total },
          { series: 'devices.active', label: '', count: total - silent },
          ...firmware(ago, total),
        ],
      };
    }),
  };
}

/** Days without an event have no tally. */
const tally = (at: Date, series: TallySeries, count: number): TallyHistory['tallies'] =>
  count > 0 ? [{ at, series, count }] : [];

/** RET-05: versions on too few devices are not stored. */
function firmware(ago: number, total: number): TallyHistory['measurements'][number]['gauges'] {
  const share = Math.min(1, Math.max(0, (rollout.beganAgo - ago) / rollout.tookDays));
  const newer = Math.round(share * total);
  return [
    { series: 'firmware', label: rollout.newer, count: newer } as const,
    { series: 'firmware', label: rollout.older, count: total - newer } as const,
  ].filter(({ count }) => count >= retentionRules.analyticsSmallestGroup);
}

const isWeekend = (at: Date): boolean => at.getUTCDay() % 6 === 0;
