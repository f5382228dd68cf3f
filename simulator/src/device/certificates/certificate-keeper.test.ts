import 'reflect-metadata';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { DAY_MS } from '@trace/contract/kernel/time';
import { beforeAll, expect, test } from 'vitest';
import { createManualClock } from '../../clock.ts';
import { createCa } from '../../testing/certificate-authority.ts';
import { openRenewalDesk } from '../../testing/renewal-desk.ts';
import type { RenewalDesk } from '../../testing/renewal-desk.ts';
import { createUnsignedIdentity } from '../identity.ts';
import { createCertificateKeeper, fingerprintOf } from './certificate-keeper.ts';
import type { CertificateReport } from './certificate-keeper.ts';
import { createCertificateMemory, recordOf } from './certificate-memory.ts';
import type { CertificateMemory } from './certificate-memory.ts';

const serial = 'Trace_0001';
let ca: Awaited<ReturnType<typeof createCa>>;
let first: { keyPem: string; certificatePem: string; caPem: string };

beforeAll(async () => {
  ca = await createCa();
  const { keyPem, requestPem } = await createUnsignedIdentity(serial);
  first = { keyPem, certificatePem: await ca.sign(new Pkcs10CertificateRequest(requestPem)), caPem: ca.caPem };
});

/** A device that is on for a while. The power goes after so many steps: a step is a write, a message or its answer. */
async function switchOn(
  desk: RenewalDesk,
  memory: CertificateMemory,
  steps = Infinity,
): Promise<{ hasPower: boolean }> {
  const state = { hasPower: true };
  let left = steps;
  const step = (): boolean => {
    state.hasPower &&= left > 0;
    left -= 1;
    return state.hasPower;
  };
  const waiting: CertificateReport[] = [];
  let isConnected = false;
  const clock = createManualClock(0);
  const keeper = createCertificateKeeper({
    serial,
    memory: { read: memory.read, write: (record) => (step() ? memory.write(record) : undefined) },
    clock,
    networkClock: clock,
    report: (report) => (step() ? waiting.push(report) : undefined),
    reconnect: () => {
      isConnected = false;
      keeper.lost();
    },
    note: () => {},
  });
  for (let turn = 0; turn < MOST_TURNS && state.hasPower && !isSettled(desk, memory, waiting, isConnected); turn += 1) {
    if (!isConnected) {
      isConnected = desk.accepts(fingerprintOf(keeper.credentials().certificatePem));
      if (isConnected && step()) keeper.connected();
      else if (!isConnected) keeper.refused();
    }
    const report = waiting.shift();
    if (report !== undefined) {
      const answer = await desk.answer(report);
      if (step()) keeper.answer(answer);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  keeper.halt();
  return state;
}

const MOST_TURNS = 500;

const isSettled = (desk: RenewalDesk, memory: CertificateMemory, waiting: unknown[], isConnected: boolean): boolean => {
  const { inUse, before, next } = memory.read();
  const isRenewed = inUse.certificatePem !== first.certificatePem && desk.current() === inUse.certificatePem;
  return isRenewed && before === null && next === null && waiting.length === 0 && isConnected;
};

const newDevice = () => {
  const memory = createCertificateMemory(recordOf(first));
  return { memory, desk: openRenewalDesk(ca, first.certificatePem) };
};

test('a tracker renews with a new key, changes to the new certificate and forgets the old one [REG-12]', async () => {
  const { memory, desk } = newDevice();
  await switchOn(desk, memory);
  const { inUse, before, next } = memory.read();
  expect(inUse.keyPem).not.toBe(first.keyPem);
  expect(desk.current()).toBe(inUse.certificatePem);
  expect({ before, next, valid: desk.valid() }).toEqual({ before: null, next: null, valid: 1 });
});

test('a power cut at any step of a renewal leaves a tracker that connects and ends the renewal [REG-12]', async () => {
  let steps = 0;
  for (let hadPower = false; !hadPower; steps += 1) {
    const { memory, desk } = newDevice();
    ({ hasPower: hadPower } = await switchOn(desk, memory, steps));
    await switchOn(desk, memory);
    expect(desk.current(), `cut ${steps}`).toBe(memory.read().inUse.certificatePem);
    expect(memory.read(), `cut ${steps}`).toMatchObject({ before: null, next: null });
    expect(desk.valid(), `cut ${steps}`).toBe(1);
  }
  expect(steps).toBeGreaterThan(10);
});

test('a tracker whose new certificate is refused goes back to the old one and renews again [REG-12]', async () => {
  const { memory, desk } = newDevice();
  let isRefusing = true;
  const refusing: RenewalDesk = {
    ...desk,
    accepts: (fingerprint) => {
      if (isRefusing && fingerprint !== fingerprintOf(first.certificatePem)) {
        isRefusing = false;
        desk.revoke('next');
        return false;
      }
      return desk.accepts(fingerprint);
    },
  };
  await switchOn(refusing, memory);
  expect(isRefusing).toBe(false);
  expect(desk.current()).toBe(memory.read().inUse.certificatePem);
  expect(memory.read().inUse.keyPem).not.toBe(first.keyPem);
});

test('a tracker stores the next authority once and trusts both [REG-12]', async () => {
  const { memory, desk } = newDevice();
  const { caPem } = await createCa();
  desk.authorities.push(caPem);
  await switchOn(desk, memory);
  expect(memory.read().authorities.map(fingerprintOf)).toEqual([first.caPem, caPem].map(fingerprintOf));
});

test('a tracker reports its certificate once after its start and once a day, not with each connection [REG-12]', async () => {
  const { memory, desk } = newDevice();
  await switchOn(desk, memory);
  const clock = createManualClock(0);
  const reports: CertificateReport[] = [];
  const keeper = createCertificateKeeper({
    ...{ serial, memory, clock, networkClock: createManualClock(0) },
    report: (report) => reports.push(report),
    reconnect: () => {},
    note: () => {},
  });
  keeper.credentials();
  keeper.connected();
  keeper.answer(await desk.answer(reports.at(-1)!));
  keeper.lost();
  keeper.connected();
  expect(reports).toHaveLength(1);
  clock.advance(DAY_MS);
  expect(reports).toHaveLength(2);
});
