import { beforeEach, expect, test } from 'vitest';

import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

import { systemClock } from '#platform/clock/clock';
import type { Clock } from '#platform/clock/clock';
import { createLog } from '#platform/log/log';

import type { Admission } from '../endpoint/connection-host.ts';
import { connackCode } from '../endpoint/control-packets.ts';
import type { Source } from '../ingest/entry.ts';
import { createBrokerDevices } from './broker-devices.ts';
import type { BrokerDevices } from './broker-devices.ts';
import { createBrokerIntake } from './broker-intake.ts';
import type { Delivery } from './broker-acks.ts';

const SERIAL = 'Trace_1';
const status = (word: string, seq?: number): string => JSON.stringify({ v: 1, boot: 1, seq, ts: 0, status: word });

let settled: number[];
let acts: string[];
let answers: Admission[];
/** The timers of the clock, which a test runs by hand. */
let timers: (() => void)[];
let devices: BrokerDevices;
let receive: (topic: string, payload: string, packetId: number) => void;
let isWithinLimits: boolean;

const admitted: Admission = { admitted: true, deviceId: 7, isForRenewal: false };
const delivery: Delivery = { settle: (packetId) => settled.push(packetId) > 0, sendAcks: () => {} };

beforeEach(() => {
  [settled, acts, timers, isWithinLimits] = [[], [], [], true];
  answers = [admitted];
  const clock: Clock = { ...systemClock(), after: (_ms, run) => (timers.push(run), () => {}) };
  devices = createBrokerDevices({ clock, admission: { admit: async () => answers.shift() ?? admitted } });
  const intake = createBrokerIntake({
    ...{ clock, devices, log: createLog({ level: 'silent' }), publish: () => {} },
    counters: { count: (name) => void acts.push(`count ${name}`) },
    offences: { note: (_serial, reason) => void acts.push(reason) },
    ingest: {
      take: ({ deviceId }: Source, kind) => void acts.push(`take ${kind} of ${deviceId}`),
      countEvent: () => void acts.push('count event'),
    },
    presence: {
      arrive: () => void acts.push('arrive'),
      leave: (_device, will, by) =>
        void acts.push(`leave ${will?.status ?? 'quietly'} ${by?.packetId ?? 'unacknowledged'}`),
    },
    messageLimits: { spend: () => (isWithinLimits ? 'within' : { waitMs: 200 }), strike: () => 'disconnect' },
  });
  receive = (topic, payload, packetId) =>
    intake.receive({ topic, payload: Buffer.from(payload), packetId, sizeBytes: payload.length }, delivery);
});

const answered = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('stores messages of an admitted device, and leaves the acknowledgement to the commit [SCALE-02]', async () => {
  receive(`dt/trace/${SERIAL}/location`, '{}', 1);
  receive(`dt/trace/${SERIAL}/status`, status('online', 1), 2);
  await answered();
  expect(acts).toEqual(['take location of 7', 'arrive', 'take status of 7']);
  expect(settled).toEqual([]);
});

test('turns the last will into a lost connection, acknowledged by it [SCALE-02]', async () => {
  receive(`dt/trace/${SERIAL}/status`, status('offline'), 3);
  await answered();
  expect(acts).toEqual(['leave offline 3']);
});

test('stores that a device goes to sleep, and then that it is gone [SCALE-02]', async () => {
  receive(`dt/trace/${SERIAL}/status`, status('sleeping', 1), 3);
  await answered();
  expect(acts).toEqual(['take status of 7', 'leave quietly unacknowledged']);
});

test('drops and acknowledges messages of a revoked device, and asks again when told to [SCALE-02]', async () => {
  answers = [{ admitted: false, code: connackCode.notAuthorized, reason: 'certificate_revoked' }];
  receive(`dt/trace/${SERIAL}/location`, '{}', 4);
  await answered();
  expect([settled, acts]).toEqual([[4], ['message over the broker refused: certificate_revoked', 'count refused']]);
  devices.forget(SERIAL);
  receive(`dt/trace/${SERIAL}/location`, '{}', 5);
  await answered();
  expect(acts.at(-1)).toBe('take location of 7');
});

test('drops and acknowledges a message on a topic of no device [SCALE-02]', () => {
  receive('dt/other/Trace_1/location', '{}', 6);
  expect([settled, acts]).toEqual([[6], ['count misbehaved']]);
});

test('keeps messages while the registry cannot be asked [SCALE-02]', async () => {
  answers = [{ admitted: false, code: connackCode.unavailable, reason: 'the registry cannot be asked' }];
  receive(`dt/trace/${SERIAL}/location`, '{}', 7);
  await answered();
  expect([settled, acts]).toEqual([[], []]);
  timers.shift()!();
  await answered();
  expect(acts).toEqual(['take location of 7']);
});

test('holds messages beyond the limits, and drops those beyond the window of a device [SCALE-02]', async () => {
  receive(`dt/trace/${SERIAL}/location`, '{}', 1);
  await answered();
  isWithinLimits = false;
  const { receiveWindow } = deviceProtocol;
  for (let packetId = 2; packetId <= receiveWindow + 2; packetId += 1)
    receive(`dt/trace/${SERIAL}/location`, '{}', packetId);
  expect(settled).toEqual([receiveWindow + 2]);
  isWithinLimits = true;
  for (const run of timers.splice(0)) run();
  expect(acts.filter((act) => act.startsWith('take'))).toHaveLength(receiveWindow + 1);
});

test('a goodbye that another process heard counts unless the device spoke later [SCALE-02]', async () => {
  const known = await new Promise<Parameters<Parameters<BrokerDevices['withDevice']>[1]>[0]>((resolve) =>
    devices.withDevice(SERIAL, resolve),
  );
  Object.assign(known, { isOnline: true, heardMs: 2_000 });
  devices.markGone(SERIAL, 1_000);
  expect(devices.isOnline(SERIAL)).toBe(true);
  devices.markGone(SERIAL, 2_000);
  expect(devices.isOnline(SERIAL)).toBe(false);
});
