import { DAY_MS, HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import type { LastReport } from '#features/device-status/device-status.port';
import { causesOf, type OfflineFacts } from './offline-causes.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const heardAt = ago(3 * HOUR_MS);
/** An outage from and until so long after the last message. */
const outage = (from: number, until: number) => ({
  title: 'Maintenance',
  startsAt: new Date(heardAt.getTime() + from),
  endsAt: new Date(heardAt.getTime() + until),
});

interface Changed extends Partial<Omit<OfflineFacts, 'report'>> {
  report?: Partial<LastReport>;
}

const factsOf = ({ report, ...changed }: Changed): OfflineFacts => ({
  now,
  isReplaced: false,
  errors: [],
  powerCutAt: null,
  hub: null,
  lastFixAt: null,
  outages: [],
  certificateEndsAt: null,
  areServersListening: true,
  ...changed,
  report: {
    status: 'offline',
    reported: 'online',
    heardAt,
    wakesAt: null,
    sleepModeEnabled: false,
    configApplied: true,
    batteryPct: null,
    externalPower: null,
    tampered: null,
    signalPct: null,
    networkType: 'lte',
    firmware: null,
    lastError: null,
    ...report,
  },
});

const listed = (changed: Changed) =>
  causesOf(factsOf(changed)).causes.map(({ kind, likelihood }) => [kind, likelihood]);

test.each<[string, Changed, string[][]]>([
  ['online', { report: { status: 'online', batteryPct: 3 } }, []],
  ['never heard', { report: { status: 'awaiting', heardAt: null } }, [['never_connected', 'most_likely']]],
  ['asleep', { report: { status: 'sleeping', batteryPct: 3 } }, [['asleep', 'most_likely']]],
  ['replaced', { isReplaced: true }, [['replaced', 'most_likely']]],
  ['past its wake', { report: { reported: 'sleeping' } }, [['missed_wake', 'possible']]],
  ['in an update', { report: { reported: 'updating' } }, [['update', 'most_likely']]],
  ['empty', { report: { batteryPct: 4 } }, [['battery', 'most_likely']]],
  ['empty on external power', { report: { batteryPct: 4, externalPower: true } }, [['battery', 'possible']]],
  ['low', { report: { batteryPct: 31, externalPower: true } }, [['battery', 'possible']]],
  ['full', { report: { batteryPct: 88 } }, [['battery', 'unlikely']]],
  ['without signal', { report: { signalPct: 5 } }, [['signal', 'most_likely']]],
  ['weak', { report: { signalPct: 29 } }, [['signal', 'possible']]],
  ['strong', { report: { signalPct: 58 } }, [['signal', 'unlikely']]],
  ['on a cable', { report: { networkType: 'ethernet', signalPct: 5 } }, [['cable', 'possible']]],
  ['refused by the carrier', { report: { lastError: 'PDP reject 33' } }, [['sim', 'most_likely']]],
  [
    'refused shortly before',
    { errors: [{ text: 'SIM not registered', at: ago(3 * HOUR_MS + MINUTE_MS) }] },
    [['sim', 'most_likely']],
  ],
  ['refused long before', { errors: [{ text: 'SIM not registered', at: ago(9 * HOUR_MS) }] }, []],
  ['in error', { report: { status: 'error', lastError: 'flash broken' } }, [['device_error', 'possible']]],
  ['cut from power', { powerCutAt: heardAt, report: { externalPower: false } }, [['power_cut', 'most_likely']]],
  ['powered again after a cut', { powerCutAt: heardAt, report: { externalPower: true } }, []],
  ['open', { report: { tampered: true } }, [['tampered', 'possible']]],
  ['without its settings', { report: { configApplied: false } }, [['settings', 'unlikely']]],
  ['blind', { lastFixAt: ago(5 * HOUR_MS) }, [['fix', 'possible']]],
  ['of a broken hub link', { hub: { name: 'Depot', brokenSince: ago(HOUR_MS) } }, [['hub', 'unlikely']]],
  ['since the start of planned work', { outages: [outage(HOUR_MS, 4 * HOUR_MS)] }, [['outage', 'most_likely']]],
  ['since planned work that is over', { outages: [outage(-HOUR_MS, HOUR_MS)] }, [['outage', 'unlikely']]],
  ['since long before planned work', { outages: [outage(2 * HOUR_MS, 4 * HOUR_MS)] }, []],
  ['since after planned work', { outages: [outage(-2 * HOUR_MS, -HOUR_MS)] }, []],
  ['a month before the end of its certificate', { certificateEndsAt: ago(-30 * DAY_MS) }, []],
  ['near the end of its certificate', { certificateEndsAt: ago(1 - 30 * DAY_MS) }, [['certificate', 'unlikely']]],
  ['since the end of its certificate', { certificateEndsAt: heardAt }, [['certificate', 'most_likely']]],
  ['since before the end of its certificate', { certificateEndsAt: ago(HOUR_MS) }, [['certificate', 'possible']]],
  ['behind deaf servers', { areServersListening: false }, [['servers', 'most_likely']]],
  [
    'refused, empty and weak',
    { report: { lastError: 'no APN', batteryPct: 4, signalPct: 20, configApplied: false } },
    [
      ['sim', 'most_likely'],
      ['battery', 'possible'],
      ['signal', 'possible'],
      ['settings', 'unlikely'],
    ],
  ],
])('ranks the causes of a device that is %s [SUPP-05] [REG-12]', (_what, changed, causes) => {
  expect(listed(changed)).toEqual(causes);
});

test('gives figure, time and quote as evidence [SUPP-05]', () => {
  const { causes } = causesOf(factsOf({ report: { batteryPct: 31, externalPower: true, lastError: 'PDP reject' } }));
  expect(causes).toEqual([
    { kind: 'sim', likelihood: 'most_likely', percent: null, quote: 'PDP reject', at: heardAt.toISOString() },
    { kind: 'battery', likelihood: 'possible', percent: 31, quote: 'on external power', at: heardAt.toISOString() },
  ]);
});

test('says that it does not know when no cause is more than unlikely [SUPP-05]', () => {
  expect(causesOf(factsOf({ report: { batteryPct: 90, signalPct: 70 } })).isKnown).toBe(false);
  expect(causesOf(factsOf({})).isKnown).toBe(false);
  expect(causesOf(factsOf({ report: { batteryPct: 9 } })).isKnown).toBe(true);
});

test('rules out what the data excludes [SUPP-05]', () => {
  const { ruledOut } = causesOf(factsOf({ hub: { name: 'Depot', brokenSince: null }, lastFixAt: heardAt }));
  expect(ruledOut).toEqual(['servers', 'sleep_mode', 'hub', 'fix', 'plan', 'outage']);
  const asleep = { report: { reported: 'sleeping', sleepModeEnabled: true } } as const;
  expect(causesOf(factsOf({ ...asleep, areServersListening: false })).ruledOut).toEqual(['plan', 'outage']);
});
