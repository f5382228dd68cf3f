import { firmwareRules, type UpdateState } from '@trace/contract/firmware/firmware.rules';
import { expect, test } from 'vitest';
import {
  applyReport,
  applyRunning,
  applyTime,
  type Progress,
  type Report,
  type Running,
} from './firmware.state.rules.ts';

const start = new Date('2026-03-02T12:00:00Z');
const at = (sec: number): Date => new Date(start.getTime() + sec * 1_000);
const patience = { confirmMs: 600_000, returnMs: 600_000 };
const healthy = { isHealthy: true, runsTarget: true, wasHeard: true };

const updateIn = (state: UpdateState, more: Partial<Progress> = {}): Progress => ({
  state,
  progressPct: null,
  waitingFor: null,
  failure: null,
  detail: null,
  tries: 1,
  nextTryAt: null,
  returnedAt: null,
  sinceBoot: null,
  reportBoot: null,
  reportSeq: null,
  changedAt: start,
  ...more,
});
const says = (state: Report['state'], more: Partial<Report> = {}): Report => ({
  state,
  progressPct: null,
  failure: null,
  detail: null,
  boot: 1,
  seq: 1,
  ...more,
});
const runs = (more: Partial<Running> = {}): Running => ({ runsTarget: false, runsLater: false, boot: 2, ...more });

test.each<[from: UpdateState, report: Report['state'], to: UpdateState]>([
  ['offered', 'downloading', 'downloading'],
  ['offered', 'rebooting', 'rebooting'],
  ['downloading', 'installing', 'installing'],
  ['installing', 'rebooting', 'rebooting'],
  ['rebooting', 'verifying', 'verifying'],
  ['rebooting', 'done', 'verifying'],
  ['verifying', 'done', 'verifying'],
  ['installing', 'downloading', 'installing'],
  ['done', 'downloading', 'done'],
  ['done', 'failed', 'done'],
  ['cancelled', 'installing', 'cancelled'],
  ['failed', 'verifying', 'failed'],
  ['waiting', 'downloading', 'waiting'],
  ['waiting', 'failed', 'waiting'],
])('an update in %s becomes, by the report %s, %s', (from, report, to) => {
  expect(applyReport(updateIn(from), says(report), at(5)).state).toBe(to);
});

test('a device that had its image when the rollout was paused goes on', () => {
  expect(applyReport(updateIn('waiting'), says('installing'), at(5)).state).toBe('installing');
  expect(applyReport(updateIn('waiting', { tries: 0 }), says('installing'), at(5)).state).toBe('waiting');
});

test('a repeated or late report changes nothing', () => {
  const loading = applyReport(updateIn('offered'), says('downloading', { progressPct: 40, seq: 7 }), at(5));
  expect(loading.progressPct).toBe(40);
  expect(applyReport(loading, says('downloading', { progressPct: 40, seq: 7 }), at(6))).toBe(loading);
  expect(applyReport(loading, says('failed', { failure: 'other', seq: 6 }), at(6))).toBe(loading);
  expect(applyReport(loading, says('downloading', { progressPct: 50, boot: 2, seq: 0 }), at(6)).progressPct).toBe(50);
});

test('a failure that can pass is tried three times with growing pauses', () => {
  const lost = says('failed', { failure: 'download_failed', detail: 'timeout' });
  const pauses = [1, 2, 3].map((tries) => {
    const { state, nextTryAt, waitingFor } = applyReport(updateIn('downloading', { tries }), lost, at(0));
    return { state, waitingFor, pauseMs: nextTryAt && nextTryAt.getTime() - start.getTime() };
  });
  const waits = firmwareRules.retryMs.map((pauseMs) => ({ state: 'waiting', waitingFor: 'retry_later', pauseMs }));
  expect(pauses).toEqual([...waits, { state: 'failed', waitingFor: null, pauseMs: null }]);
});

test.each(['bad_signature', 'wrong_device', 'not_newer', 'expired', 'wrong_hash', 'wrong_size', 'went_back'] as const)(
  'the failure %s ends the update at the first try',
  (failure) => {
    expect(applyReport(updateIn('downloading'), says('failed', { failure }), at(1))).toMatchObject({
      state: 'failed',
      failure,
    });
  },
);

test('a heartbeat with the new version proves the return from any state', () => {
  for (const state of ['waiting', 'offered', 'downloading', 'installing', 'rebooting'] as const)
    expect(applyRunning(updateIn(state), runs({ runsTarget: true }), at(9))).toMatchObject({
      state: 'verifying',
      returnedAt: at(9),
    });
  expect(applyRunning(updateIn('failed'), runs({ runsTarget: true }), at(9)).state).toBe('failed');
});

test('a device with a later release needs no update', () => {
  expect(applyRunning(updateIn('waiting'), runs({ runsLater: true }), at(9)).state).toBe('cancelled');
});

test.each<[string, Progress, Running, UpdateState]>([
  ['a later boot with the old version', updateIn('rebooting', { sinceBoot: 1 }), runs(), 'failed'],
  ['a heartbeat before the restart', updateIn('rebooting', { sinceBoot: 1 }), runs({ boot: 1 }), 'rebooting'],
  ['an old version without a known boot', updateIn('rebooting'), runs(), 'rebooting'],
  ['the old version after the new one', updateIn('verifying', { sinceBoot: 2 }), runs({ boot: 3 }), 'failed'],
  ['a stored heartbeat of an earlier boot', updateIn('verifying', { sinceBoot: 2 }), runs({ boot: 1 }), 'verifying'],
  ['the old version while it downloads', updateIn('downloading'), runs(), 'downloading'],
])('%s', (_case, update, running, state) => {
  expect(applyRunning(update, running, at(9)).state).toBe(state);
});

test.each<[string, Progress, object, number, Partial<Progress>]>([
  ['progress within 15 minutes', updateIn('downloading'), healthy, 900, { state: 'downloading' }],
  ['no progress', updateIn('downloading'), healthy, 901, { state: 'waiting', failure: 'download_failed' }],
  ['time to return', updateIn('rebooting'), healthy, 600, { state: 'rebooting' }],
  ['no return', updateIn('rebooting'), { ...healthy, wasHeard: false }, 601, { failure: 'did_not_return' }],
  ['a return with the old version', updateIn('rebooting'), healthy, 601, { failure: 'went_back' }],
  ['within the soak time', updateIn('verifying'), healthy, 599, { state: 'verifying' }],
  ['after the soak time', updateIn('verifying'), healthy, 600, { state: 'done' }],
  ['silent at the end of the soak time', updateIn('verifying'), { isHealthy: false }, 600, { state: 'verifying' }],
  ['the old version at the end', updateIn('verifying'), { runsTarget: false }, 600, { failure: 'went_back' }],
  ['silent for long', updateIn('verifying'), { isHealthy: false }, 1_201, { failure: 'did_not_return' }],
  ['no MQTT at all', updateIn('verifying'), { isHealthy: null }, 600, { state: 'done' }],
  ['waiting for a day', updateIn('waiting'), healthy, 86_400, { state: 'waiting' }],
])('time decides: %s', (_case, update, presence, sec, expected) => {
  expect(applyTime(update, { ...healthy, ...presence }, patience, at(sec))).toMatchObject(expected);
});
