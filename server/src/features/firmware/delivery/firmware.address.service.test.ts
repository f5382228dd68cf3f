import { HOUR_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets/secrets';
import { createAddresses } from './firmware.address.service.ts';

const UPDATE = 'b8e1c6de-7a49-4d3c-9f55-0c2f1f6f2a11';

function world(keyByte = 7) {
  let nowMs = Date.UTC(2026, 2, 2);
  const clock = { now: () => new Date(nowMs) };
  const secrets = createSecrets(Buffer.alloc(32, keyByte));
  const addresses = createAddresses({ secrets, clock, portalUrl: () => 'https://trace.example' });
  return { addresses, pass: (ms: number) => (nowMs += ms) };
}

const queryOf = (address: string): Record<string, string> => Object.fromEntries(new URL(address).searchParams);

test('an address works for its device and update until two hours have passed [FWM-02]', () => {
  const { addresses, pass } = world();
  const address = addresses.addressOf('Trace_0001', UPDATE);
  expect(address).toMatch(/^https:\/\/trace\.example\/functions\/v1\/ota-firmware\?device=Trace_0001&update=/);
  pass(2 * HOUR_MS - 1_000);
  expect(addresses.read(queryOf(address))).toEqual({ serial: 'Trace_0001', updateId: UPDATE });
  pass(1_000);
  expect(addresses.read(queryOf(address))).toBeNull();
});

test.each([
  ['another device', { device: 'Trace_0002' }],
  ['another update', { update: '00000000-7a49-4d3c-9f55-0c2f1f6f2a11' }],
  ['a later end', { until: '9999999999' }],
  ['another proof', { proof: 'A'.repeat(43) }],
  ['a short proof', { proof: 'AAAA' }],
  ['a repeated parameter', { device: ['Trace_0001', 'Trace_0001'] }],
  ['no proof', { proof: undefined }],
])('an address with %s proves nothing [FWM-02]', (_name, change) => {
  const { addresses } = world();
  const query = queryOf(addresses.addressOf('Trace_0001', UPDATE));
  expect(addresses.read({ ...query, ...change })).toBeNull();
});

test('an address of another installation proves nothing [FWM-02]', () => {
  const query = queryOf(world(8).addresses.addressOf('Trace_0001', UPDATE));
  expect(world(7).addresses.read(query)).toBeNull();
});
