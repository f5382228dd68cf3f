import { alarmCodes, operationsRules as rules, type AlarmCode } from '@trace/contract/operations/operations.rules';
import { expect, test } from 'vitest';
import { alarmsOf, type Figures } from './operations.alarms.rules.ts';

const at = '2026-03-02T00:00:00.000Z';
const ago = (ms: number): string => new Date(Date.parse(at) - ms).toISOString();

const calm: Figures = {
  at,
  mail: {
    state: 'ok',
    waiting: 1,
    oldestWaitingAt: ago(rules.mailDelayMs),
    sentLastDay: 9,
    failedLastDay: rules.failedMailsPerDay - 1,
  },
  push: { state: 'failing', browsers: 3, resting: 1, waiting: 1, late: 0 },
  sms: { state: 'ok' },
  hubs: { state: 'ok', links: 5, broken: 1, failing: 0, late: 0 },
  hubQueue: { state: 'ok', lastPollAt: ago(rules.hubQueueSilentMs), waiting: 0, setAsideLastDay: 0 },
  jobs: { isWorking: true, waiting: 3, running: 1, late: 0, failed: 2, failedLastDay: 0, kinds: [] },
  storage: { files: 'ok', writeProblem: null, diskBytes: 1_000, freeBytes: 100, databaseBytes: 1 },
  https: { state: 'ok', expiresAt: ago(-rules.certificateMs) },
  backup: {
    ...{ mode: 'scheduled', lastAt: ago(rules.backupMs + 1), sizeBytes: 1, kept: 7, testedAt: null },
    ...{ nextAt: ago(rules.backupLateMs), coveredUntil: ago(rules.lossWindowMs) },
    ...{ isFailing: false, isTestFailing: false },
  },
  quarantine: { kept: 500, lastHour: rules.quarantinedPerHour, newestAt: at },
  certificates: {
    devicesEnding: 0,
    devicesEnded: 3,
    gatewayEndsAt: ago(-rules.certificateEndingMs),
    authorityEndsAt: ago(-rules.authorityEndingMs),
    nextAuthorityEndsAt: null,
    devicesUntrusting: 0,
  },
  gateway: {
    isOpen: true,
    connections: 2,
    messagesPerSec: 9,
    refusedPerMin: rules.refusedPerMin,
    lanes: [{ name: 'events', waiting: 1, delayMs: rules.laneDelayMs }],
  },
};

const figuresWith = <Part extends keyof Figures>(part: Part, change: Partial<Figures[Part]>): Figures => ({
  ...calm,
  [part]: Object.assign({}, calm[part], change),
});

const cases: Record<AlarmCode, Figures> = {
  mail_off: figuresWith('mail', { state: 'off' }),
  mail_failing: figuresWith('mail', { state: 'failing' }),
  mail_delayed: figuresWith('mail', { oldestWaitingAt: ago(rules.mailDelayMs + 1) }),
  mail_undelivered: figuresWith('mail', { failedLastDay: rules.failedMailsPerDay }),
  push_failing: figuresWith('push', { resting: 2 }),
  push_late: figuresWith('push', { late: 1 }),
  sms_failing: figuresWith('sms', { state: 'failing' }),
  hubs_failing: figuresWith('hubs', { state: 'failing' }),
  hubs_renewals: figuresWith('hubs', { late: 1 }),
  hub_queue_refused: figuresWith('hubQueue', { state: 'refused' }),
  hub_queue_failing: figuresWith('hubQueue', { state: 'failing' }),
  hub_queue_silent: figuresWith('hubQueue', { lastPollAt: ago(rules.hubQueueSilentMs + 1) }),
  hub_queue_set_aside: figuresWith('hubQueue', { setAsideLastDay: 1 }),
  jobs_stopped: figuresWith('jobs', { isWorking: false }),
  jobs_late: figuresWith('jobs', { late: 1 }),
  jobs_failed: figuresWith('jobs', { failedLastDay: 1 }),
  writes_refused: figuresWith('storage', { writeProblem: 'disk_full' }),
  disk_low: figuresWith('storage', { freeBytes: 99 }),
  files_failing: figuresWith('storage', { files: 'failing' }),
  backup_missing: figuresWith('backup', { lastAt: null }),
  https_ends: figuresWith('https', { expiresAt: ago(1 - rules.certificateMs) }),
  https_files: figuresWith('https', { state: 'failing' }),
  backup_old: figuresWith('backup', { nextAt: ago(rules.backupLateMs + 1) }),
  backup_failing: figuresWith('backup', { isFailing: true }),
  backup_window: figuresWith('backup', { coveredUntil: ago(rules.lossWindowMs + 1) }),
  backup_test: figuresWith('backup', { isTestFailing: true }),
  quarantine_grows: figuresWith('quarantine', { lastHour: rules.quarantinedPerHour + 1 }),
  certificates_devices: figuresWith('certificates', { devicesEnding: 1 }),
  certificates_gateway: figuresWith('certificates', { gatewayEndsAt: ago(1 - rules.certificateEndingMs) }),
  certificates_authority: figuresWith('certificates', {
    authorityEndsAt: ago(1 - rules.authorityEndingMs),
    nextAuthorityEndsAt: ago(-2 * rules.authorityEndingMs),
    devicesUntrusting: 1,
  }),
  gateway_closed: figuresWith('gateway', { isOpen: false }),
  gateway_slow: figuresWith('gateway', { lanes: [{ name: 'events', waiting: 1, delayMs: rules.laneDelayMs + 1 }] }),
  gateway_refusing: figuresWith('gateway', { refusedPerMin: rules.refusedPerMin + 1 }),
};

test('no alarm is active at the thresholds [SUPP-06]', () => {
  expect(alarmsOf(calm)).toEqual([]);
});

test('without a schedule a backup is old after a week, and no loss window is an alarm [SUPP-06] [SCALE-05]', () => {
  const unscheduled = { mode: 'off', nextAt: null, coveredUntil: null } as const;
  expect(alarmsOf(figuresWith('backup', { ...unscheduled, lastAt: ago(rules.backupMs) }))).toEqual([]);
  expect(alarmsOf(figuresWith('backup', { ...unscheduled, lastAt: ago(rules.backupMs + 1) }))).toEqual(['backup_old']);
});

test('a gap in the kept WAL is an alarm until the next backup [SCALE-05]', () => {
  expect(alarmsOf(figuresWith('backup', { coveredUntil: null }))).toEqual(['backup_window']);
});

test.each(alarmCodes)('%s is active beyond its threshold, and no other alarm [SUPP-06] [REG-12]', (code) => {
  expect(alarmsOf(cases[code])).toEqual([code]);
});

test('a change of authority that all devices are ready for is no alarm, and a missing next one is [REG-12]', () => {
  const authorityEndsAt = ago(1 - rules.authorityEndingMs);
  const nextAuthorityEndsAt = ago(-2 * rules.authorityEndingMs);
  expect(alarmsOf(figuresWith('certificates', { authorityEndsAt, nextAuthorityEndsAt }))).toEqual([]);
  expect(alarmsOf(figuresWith('certificates', { authorityEndsAt }))).toEqual(['certificates_authority']);
});
