import type { HeartbeatMessage, StatusMessage } from '@trace/contract/device-protocol/messages';
import { expect, test } from 'vitest';
import {
  applyConnected,
  applyDisconnected,
  applyHeartbeat,
  applyMessage,
  applyStatus,
  reportOf,
  emptyState,
  type DeviceState,
  type Heard,
} from './device-status.reducer.rules.ts';

const start = new Date('2026-03-02T12:00:00Z');
const at = (sec: number): Date => new Date(start.getTime() + sec * 1_000);

const beat = (seq: number, more: Partial<HeartbeatMessage> = {}): HeartbeatMessage => ({
  v: 1,
  boot: 1,
  seq,
  ts: 0,
  status: 'online',
  intervalSec: 60,
  ...more,
});
const says = (status: StatusMessage['status'], more: Partial<StatusMessage> = {}): StatusMessage => ({
  v: 1,
  boot: 1,
  ts: 0,
  status,
  ...more,
});

/** Builds the times of a message without a clock (`ts` 0) or with a clock. */
const heard = (sec: number, ts = 0): Heard => ({ receivedAt: at(sec), saidAt: ts === 0 ? null : new Date(ts), ts });

type Step = (state: DeviceState) => DeviceState;
const connects =
  (no: number, sec = 0): Step =>
  (state) =>
    applyConnected(state, no, at(sec));
const beats =
  (seq: number, sec: number, more?: Partial<HeartbeatMessage>): Step =>
  (state) =>
    applyHeartbeat(state, beat(seq, more), heard(sec, more?.ts));
const tells =
  (status: StatusMessage, sec: number): Step =>
  (state) =>
    applyStatus(state, status, heard(sec, status.ts));
const replies =
  (seq: number, sec: number, ts?: number): Step =>
  (state) =>
    applyMessage(state, { boot: 1, seq }, heard(sec, ts));
const goes =
  (no: number, sec: number, will: StatusMessage | null = says('offline')): Step =>
  (state) =>
    applyDisconnected(state, { connectionNo: no, isOurDoing: false, will, at: at(sec) });
const isSentAway =
  (no: number, sec: number): Step =>
  (state) =>
    applyDisconnected(state, { connectionNo: no, isOurDoing: true, will: null, at: at(sec) });

const after = (...steps: Step[]): DeviceState => steps.reduce((state, step) => step(state), emptyState(1, 'Trace_1'));
const sleeps = says('sleeping', { seq: 3, wakeInSec: 600 });

test.each<[string, Step[], Partial<DeviceState>]>([
  [
    'a first connection is being heard',
    [connects(1)],
    { reported: 'online', connected: true, heardAt: at(0), silentAt: at(125) },
  ],
  [
    'a will that is stored after a later report is stale',
    [connects(1), beats(1, 10), goes(2, 9)],
    { reported: 'online', connected: true, heardAt: at(10) },
  ],
  [
    'a heartbeat says how it is',
    [connects(1), beats(1, 10, { status: 'error', lastError: 'GPS' })],
    { reported: 'error', lastError: 'GPS', heardAt: at(10) },
  ],
  [
    'a heartbeat with a hub shortens the silence',
    [beats(1, 0, { intervalSec: 30, hubLinked: true })],
    { silentAt: at(65), hubLinked: true },
  ],
  [
    'a level counts in whole percent, as pages show it: 19.6 is below 20',
    [beats(1, 0, { batteryPct: 19.6, signalPct: 29.9 })],
    { batteryPct: 19, signalPct: 29 },
  ],
  ['what a heartbeat leaves out stays', [beats(1, 0, { batteryPct: 80 }), beats(2, 60)], { batteryPct: 80 }],
  [
    'an error that is over goes',
    [beats(1, 0, { lastError: 'GPS' }), beats(2, 60, { lastError: null })],
    { lastError: null },
  ],
  [
    'an older heartbeat changes nothing but when it was heard',
    [beats(5, 0), beats(4, 60, { status: 'error', batteryPct: 3 })],
    { reported: 'online', seq: 5, batteryPct: null, heardAt: at(60), silentAt: at(185) },
  ],
  ['a repeated heartbeat changes nothing', [beats(5, 0), beats(5, 1, { status: 'error' })], { reported: 'online' }],
  [
    'a heartbeat of an older boot changes nothing',
    [beats(1, 0, { boot: 2 }), beats(9, 1, { boot: 1, status: 'error' })],
    { boot: 2, seq: 1, reported: 'online' },
  ],
  [
    'a restarted device counts anew',
    [beats(9, 0), beats(0, 60, { boot: 2, status: 'updating' })],
    { boot: 2, seq: 0, reported: 'updating' },
  ],
  [
    'sleep lasts until the wake and a grace',
    [connects(1), tells(sleeps, 10)],
    { reported: 'sleeping', sleepsUntil: at(610), silentAt: at(910) },
  ],
  [
    'going away asleep is still sleep',
    [connects(1), tells(sleeps, 10), goes(1, 11, null)],
    { reported: 'sleeping', connected: false, silentAt: at(910) },
  ],
  [
    'a lost connection of a sleeping device is still sleep',
    [connects(1), tells(sleeps, 10), goes(1, 11)],
    { reported: 'sleeping' },
  ],
  [
    'an old heartbeat wakes nobody',
    [tells(sleeps, 10), beats(2, 11)],
    { reported: 'sleeping', silentAt: at(910), heardAt: at(11) },
  ],
  [
    'an answer from before the sleep wakes nobody',
    [tells(sleeps, 10), replies(2, 10)],
    { reported: 'sleeping', silentAt: at(910) },
  ],
  [
    'an answer out of the sleep wakes it',
    [tells(sleeps, 10), replies(4, 60)],
    { reported: 'online', sleepsUntil: null, silentAt: at(185) },
  ],
  [
    'a connection wakes it',
    [tells(sleeps, 10), goes(1, 11), connects(2, 600)],
    { reported: 'online', connected: true, sleepsUntil: null },
  ],
  [
    'the last will is offline at once',
    [connects(1), beats(1, 1), goes(1, 20)],
    { reported: 'offline', connected: false, silentAt: at(20), heardAt: at(1) },
  ],
  ['a good-bye without a will is offline too', [connects(1), beats(1, 1), goes(1, 20, null)], { reported: 'offline' }],
  [
    'what a lost connection said just before is stored after its end and wakes nobody',
    [connects(1), goes(1, 20), beats(1, 20, { batteryPct: 50 })],
    { reported: 'offline', batteryPct: 50, silentAt: at(20) },
  ],
  [
    'an answer that is stored after the end wakes nobody',
    [connects(1), beats(1, 1), goes(1, 20), replies(2, 20)],
    { reported: 'offline' },
  ],
  [
    'a status that is stored after the end wakes nobody',
    [connects(1), goes(1, 20), tells(says('online', { seq: 1 }), 19)],
    { reported: 'offline', seq: 1 },
  ],
  [
    'a word of sleep that is stored after the end counts',
    [connects(1), goes(1, 20), tells(sleeps, 19)],
    { reported: 'sleeping', sleepsUntil: at(619) },
  ],
  [
    'coming back is online',
    [connects(1), goes(1, 20), connects(2, 30), beats(2, 30)],
    { reported: 'online', connected: true },
  ],
  [
    'a stale disconnect of an older connection changes nothing',
    [connects(1), connects(2, 5), goes(1, 6)],
    { reported: 'online', connected: true, connectionNo: 2 },
  ],
  [
    'a stale connect changes nothing',
    [connects(2), goes(2, 5), connects(1, 6)],
    { reported: 'offline', connected: false, connectionNo: 2 },
  ],
  [
    'the server’s own stop says nothing about the device',
    [connects(1), beats(1, 1), isSentAway(1, 20)],
    { reported: 'online', connected: false, silentAt: at(126) },
  ],
])('%s [STAT-05]', (_what, steps, expected) => {
  expect(after(...steps)).toMatchObject(expected);
});

const withClock = (sec: number): Partial<HeartbeatMessage> => ({ ts: at(sec).getTime() });
const HOUR = 3_600;

test.each<[string, Step[], Partial<DeviceState>]>([
  [
    'a lower boot whose clock is five minutes past the newest report counts anew',
    [beats(400, 0, { boot: 18, batteryPct: 80 }), beats(0, 301, { boot: 1, batteryPct: 50, ...withClock(301) })],
    { boot: 1, seq: 0, batteryPct: 50, counterResetAt: at(301), reportReceivedAt: at(301) },
  ],
  [
    'a lower boot whose clock is within five minutes of the newest report changes nothing',
    [beats(400, 0, { boot: 18, batteryPct: 80 }), beats(0, 299, { boot: 1, batteryPct: 50, ...withClock(299) })],
    { boot: 18, seq: 400, batteryPct: 80, counterResetAt: null },
  ],
  [
    'the same boot with a lower seq and a later clock counts anew',
    [beats(400, 0, withClock(0)), beats(0, 301, { batteryPct: 50, ...withClock(301) })],
    { boot: 1, seq: 0, batteryPct: 50, counterResetAt: at(301) },
  ],
  [
    'a broken boot is left behind by the next report five minutes later',
    [
      beats(1, 0, { boot: 18, ...withClock(0) }),
      beats(2, 60, { boot: 4_294_967_295, batteryPct: 10, ...withClock(60) }),
      beats(3, 120, { boot: 18, batteryPct: 70, ...withClock(120) }),
      beats(4, 421, { boot: 18, batteryPct: 69, ...withClock(421) }),
    ],
    { boot: 18, seq: 4, batteryPct: 69, counterResetAt: at(421) },
  ],
  [
    'reports of an earlier boot that arrive a day late change nothing, whatever the newest boot says of the time',
    [
      beats(9, 0, { boot: 17, batteryPct: 80, ...withClock(0) }),
      beats(1, 24 * HOUR, { boot: 18, batteryPct: 60, ts: 0 }),
      beats(10, 24 * HOUR + 1, { boot: 17, batteryPct: 79, ...withClock(60) }),
      beats(11, 24 * HOUR + 2, { boot: 17, batteryPct: 78, ...withClock(24 * HOUR - 60) }),
    ],
    { boot: 18, seq: 1, batteryPct: 60, counterResetAt: null },
  ],
  [
    'a device without a clock counts anew after an hour and two heartbeats of lower boots alone',
    [
      beats(400, 0, { boot: 18, batteryPct: 80 }),
      beats(0, 60, { boot: 1, batteryPct: 50 }),
      beats(1, 60 + HOUR + 120, { boot: 1, batteryPct: 49 }),
    ],
    { boot: 1, seq: 1, batteryPct: 49, counterResetAt: at(60 + HOUR + 120) },
  ],
  [
    'a device without a clock is believed no sooner',
    [
      beats(400, 0, { boot: 18, batteryPct: 80 }),
      beats(0, 60, { boot: 1, batteryPct: 50 }),
      beats(1, 60 + HOUR + 119, { boot: 1, batteryPct: 49 }),
    ],
    { boot: 18, seq: 400, batteryPct: 80, earlierSince: at(60) },
  ],
  [
    'a report of the newest boot begins the hour anew',
    [
      beats(400, 0, { boot: 18, batteryPct: 80 }),
      beats(0, 60, { boot: 1 }),
      beats(401, HOUR, { boot: 18 }),
      beats(1, 2 * HOUR, { boot: 1, batteryPct: 49 }),
    ],
    { boot: 18, seq: 401, batteryPct: 80, earlierSince: at(2 * HOUR) },
  ],
  [
    'a repeat of a report from before a reset changes nothing, though its boot is higher',
    [
      beats(400, 0, { boot: 18, batteryPct: 80, ...withClock(0) }),
      beats(0, 301, { boot: 1, batteryPct: 50, ...withClock(301) }),
      beats(401, 310, { boot: 18, batteryPct: 79, ...withClock(60) }),
      beats(0, 361, { boot: 2, batteryPct: 49, ...withClock(361) }),
      beats(401, 370, { boot: 18, batteryPct: 79, ...withClock(60) }),
    ],
    { boot: 2, seq: 0, batteryPct: 49, counterResetAt: at(301) },
  ],
  [
    'a device that counts anew with a clock 20 days behind is followed from then on',
    [
      beats(400, 0, { boot: 18, batteryPct: 80 }),
      beats(0, 60, { boot: 1, ...withClock(60 - 480 * HOUR) }),
      beats(1, 180 + HOUR, { boot: 1, batteryPct: 49, ...withClock(180 - 479 * HOUR) }),
      beats(2, 240 + HOUR, { boot: 1, batteryPct: 12, ...withClock(240 - 479 * HOUR) }),
    ],
    { boot: 1, seq: 2, batteryPct: 12, counterResetAt: at(180 - 479 * HOUR) },
  ],
  [
    'a status counts anew as a heartbeat does',
    [
      beats(400, 0, { boot: 18, ...withClock(0) }),
      tells(says('error', { boot: 1, seq: 0, lastError: 'GPS', ts: at(301).getTime() }), 301),
    ],
    { boot: 1, seq: 0, reported: 'error', lastError: 'GPS', counterResetAt: at(301) },
  ],
  [
    'a status without seq leaves the counter alone',
    [beats(400, 0), tells(says('updating', { boot: 2 }), 10), beats(0, 60, { boot: 2, batteryPct: 50 })],
    { boot: 2, seq: 0, batteryPct: 50, counterResetAt: null },
  ],
])('%s [STAT-05]', (_what, steps, expected) => {
  expect(after(...steps)).toMatchObject(expected);
});

test.each<[string, Step[], Date | null]>([
  ['is wrong since the first of several messages without a credible time', [replies(1, 10), beats(2, 60)], at(10)],
  ['is right after a heartbeat with a credible time', [replies(1, 10), beats(2, 60, withClock(60))], null],
  ['is right after another message with a credible time', [beats(1, 10), replies(2, 60, at(60).getTime())], null],
  ['is wrong by a position that is stored after the disconnect', [connects(1), goes(1, 20), replies(1, 20)], at(20)],
  [
    'stays right when a message of a backlog has none',
    [beats(9, 10, withClock(10)), replies(8, 20), beats(7, 30)],
    null,
  ],
  ['stays wrong when a message of a backlog has one', [beats(9, 10), replies(8, 20, at(5).getTime())], at(10)],
  ['stays right with a will from the start of a long connection', [tells(says('offline'), 10)], null],
])('a clock %s [STAT-03]', (_what, steps, since) => {
  expect(after(...steps).clockWrongSince).toEqual(since);
});

test('the clock of a phone follows its positions alone, in the order of arrival [STAT-03] [PHON-01]', () => {
  const phone = emptyState(1, 'Phone_1');
  const wrong = [beats(5, 0, withClock(0)), replies(0, 10), beats(6, 11, withClock(11))];
  const right = [...wrong, replies(0, 60, at(60).getTime())];
  const since = [wrong, right].map((steps) => steps.reduce((state, step) => step(state), phone).clockWrongSince);
  expect(since).toEqual([at(10), null]);
});

test('an error is kept without a position or a secret, from a heartbeat and from a status [STAT-02] [T55]', () => {
  const lastError = 'no fix near -33.86880, 151.20930, pin=4711';
  for (const step of [beats(1, 0, { lastError }), tells(says('error', { seq: 1, lastError }), 0)])
    expect(after(step).lastError).toBe('no fix near [hidden], [hidden], pin=[hidden]');
});

test('a report contains the earliest time at which the device can have sent the report [ALRT-01]', () => {
  const known = after(beats(400, 0, { boot: 18, ...withClock(0) }));
  const reported = (state: DeviceState, sec: number, more: Partial<HeartbeatMessage>) =>
    reportOf(state, beat(0, { batteryPct: 9, ...more }), heard(sec, more.ts)).batteryPct;
  expect(reported(known, 299, { boot: 1, ...withClock(299) })).toBeNull();
  expect(reported(known, 301, { boot: 1, ...withClock(301) })).toMatchObject({ saidAfter: at(1) });
  expect(reported(known, 60, { boot: 19 })).toMatchObject({ saidAfter: null });
  expect(reported({ ...known, counterResetAt: at(30) }, 60, { boot: 19 })).toMatchObject({ saidAfter: at(30) });
});
