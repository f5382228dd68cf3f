import { startSmsStandIn, STAND_IN_SMS_TOKEN, type SmsStandIn } from '@trace/stand-ins/sms/stand-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uncounted } from '#platform/health/parts-health';
import { createLog } from '#platform/log/log';
import { createSms } from './sms.ts';
import type { SmsGateway } from './sms-request.ts';

let standIn: SmsStandIn;
const logged: string[] = [];
const states: string[] = [];
beforeAll(async () => {
  standIn = await startSmsStandIn();
});
beforeEach(() => {
  standIn.failWith(null);
  logged.length = 0;
  states.length = 0;
});
afterAll(() => standIn.stop());

const message = { to: '+61491570156', text: 'Trace test for Mia', key: 'test-1' };

function smsWith(change: Partial<SmsGateway> = {}) {
  return createSms({
    gateway: { url: standIn.url, token: STAND_IN_SMS_TOKEN, from: 'Trace', ...change },
    log: createLog({ level: 'warn', destination: { write: (line) => void logged.push(line) } }),
    calls: { answered: (outcome = 'ok') => void states.push(outcome), failed: () => void states.push('failed') },
  });
}

test('posts number, sender, text and reference, and a repeat is sent once [PANIC-07]', async () => {
  const sms = smsWith();
  expect(await sms.send(message)).toEqual({ outcome: 'accepted', gatewayId: 'stand-in-test-1' });
  await sms.send(message);
  expect(standIn.list()).toEqual([
    { to: message.to, from: 'Trace', text: message.text, reference: 'test-1', at: expect.any(String) as string },
  ]);
});

test('without a gateway every message is refused [PANIC-07]', async () => {
  const sms = createSms({ gateway: null, log: createLog({ level: 'silent' }), calls: uncounted });
  expect([sms.isConfigured(), (await sms.send(message)).outcome]).toEqual([false, 'refused']);
});

test.each([
  [400, 'refused'],
  [422, 'refused'],
  [302, 'failed'],
  [401, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
] as const)('a gateway that answers %i has %s the message [PANIC-07]', async (status, outcome) => {
  standIn.failWith(status);
  expect(await smsWith().send(message)).toEqual({ outcome, reason: `status ${status}` });
  expect(states).toEqual([outcome]);
});

test('a gateway that is away fails, and the log names neither number nor text nor token [PANIC-07]', async () => {
  const sms = smsWith({ url: 'http://127.0.0.1:9/' });
  expect(await sms.send(message)).toEqual({ outcome: 'failed', reason: expect.any(String) as string });
  standIn.failWith(422);
  await smsWith().send(message);
  expect(logged).toHaveLength(2);
  for (const secret of [message.to, '491570156', message.text, STAND_IN_SMS_TOKEN])
    expect(logged.join('')).not.toContain(secret);
});
