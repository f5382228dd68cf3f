import { ApiError } from '@trace/contract/kernel/client';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import { expect, test } from 'vitest';
import { sendWaiting } from './devices-outbox-sender.ts';
import { keepable, type KeptRegistration } from './devices-outbox-store.ts';

const kept = (serialNumber: string, refusal: string | null = null): KeptRegistration => ({
  id: serialNumber,
  accountId: 'sam',
  serialNumber,
  nickname: null,
  claimCode: null,
  sim: null,
  madeAt: 0,
  refusal,
});
const refused = (code: RefusalCode) => new ApiError(refusalStatus[code], { code, message: 'No.', requestId: 'r1' });

async function callsOf(answers: Record<string, Error | undefined>, refusal: string | null = null): Promise<string[]> {
  const seen: string[] = [];
  const entries = Object.keys(answers).map((serial) => kept(serial, refusal));
  await sendWaiting(entries, {
    send: ({ serialNumber }) => {
      const error = answers[serialNumber];
      seen.push(`send ${serialNumber}`);
      return error ? Promise.reject(error) : Promise.resolve();
    },
    onSent: async ({ serialNumber }) => void seen.push(`sent ${serialNumber}`),
    onRefused: async ({ serialNumber }, words) => void seen.push(`refused ${serialNumber}: ${words}`),
  });
  return seen;
}

test('sends waiting registrations in order and continues after a refusal [PWA-01]', async () => {
  expect(await callsOf({ A: undefined, B: refused('conflict'), C: undefined })).toEqual([
    'send A',
    'sent A',
    'send B',
    'refused B: No.',
    'send C',
    'sent C',
  ]);
  expect(await callsOf({ A: undefined }, 'No.')).toEqual([]);
});

test.each([
  ['no network', new ApiError(0, null)],
  ['trouble in the server', new ApiError(503, null)],
  ['too many calls', refused('too_many_requests')],
  ['an ended session', refused('unauthenticated')],
])('after %s, all registrations remain queued [PWA-01]', async (_, error) => {
  expect(await callsOf({ A: error, B: undefined })).toEqual(['send A']);
});

test('never stores a hub or a password [PWA-01]', () => {
  const plain = { serialNumber: 'A', nickname: null, claimCode: 'X', hub: null, sim: { apn: 'internet' } };
  const mark = { id: '1', accountId: 'sam', madeAt: 7 };
  expect(keepable(plain, mark)).toEqual({
    ...mark,
    serialNumber: 'A',
    nickname: null,
    claimCode: 'X',
    sim: { apn: 'internet' },
    refusal: null,
  });
  expect(keepable({ ...plain, sim: { apn: 'internet', password: 'secret' } }, mark)).toBeNull();
  expect(keepable({ ...plain, hub: { handle: 'h'.repeat(43), hubId: '00A41F7C' } }, mark)).toBeNull();
});
