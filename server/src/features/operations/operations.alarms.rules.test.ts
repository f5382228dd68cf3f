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
  backup: { lastAt: ago(rules.backupMs) },
  https: { state: 'ok', expiresAt: ago(-rules.certificateMs) },
  quarantine: { kept: 500, lastHour: rules.quarantinedPerHour, newestAt: at },
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
  backup_old: figuresWith('backup', { lastAt: ago(rules.backupMs + 1) }),
  https_ends: figuresWith('https', { expiresAt: ago(1 - rules.certificateMs) }),
  https_files: figuresWith('https', { state: 'failing' }),
  quarantine_grows: figuresWith('quarantine', { lastHour: rules.quarantinedPerHour + 1 }),
  gateway_closed: figuresWith('gateway', { isOpen: false }),
  gateway_slow: figuresWith('gateway', { lanes: [{ name: 'events', waiting: 1, delayMs: rules.laneDelayMs + 1 }] }),
  gateway_refusing: figuresWith('gateway', { refusedPerMin: rules.refusedPerMin + 1 }),
};

test('no alarm is active at the thresholds [SUPP-06]', () => {
  expect(alarmsOf(calm)).toEqual([]);
});

test.each(alarmCodes)('%s is active beyond its threshold, and no other alarm [SUPP-06]', (code) => {
  expect(alarmsOf(cases[code])).toEqual([code]);
});
