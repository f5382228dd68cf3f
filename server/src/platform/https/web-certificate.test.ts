import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import { selfSigned } from '#testing/stand-ins/push-service';
import { openWebCertificate } from './web-certificate.ts';

const HOST = 'trace.example.com';
const DAY_MS = 86_400_000;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-certificate-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Puts a new pair, or a part of one, in the place of the old one. */
async function install(parts: Partial<Awaited<ReturnType<typeof selfSigned>>>): Promise<void> {
  if (parts.certificate !== undefined) await writeFile(join(directory, 'fullchain.pem'), parts.certificate);
  if (parts.key !== undefined) await writeFile(join(directory, 'privkey.pem'), parts.key);
}

const pairUntil = (days: number) => selfSigned(HOST, new Date(Date.now() + days * DAY_MS));

async function open() {
  const [clock, metrics, taken, logged] = [fakeClock(new Date()), new Registry(), [] as string[], [] as string[]];
  const certificate = await openWebCertificate({
    files: { certificateFile: join(directory, 'fullchain.pem'), keyFile: join(directory, 'privkey.pem') },
    ...{ publicUrl: `https://${HOST}`, clock, metrics },
    log: createLog({ level: 'error', destination: { write: (line) => void logged.push(line) } }),
  });
  certificate.start((pair) => void taken.push(pair.certificatePem));
  return { certificate, clock, metrics, taken, logged };
}

test('shows the days until the certificate ends as a metric [SCALE-04]', async () => {
  await install(await pairUntil(40));
  const { metrics } = await open();
  expect(await metrics.metrics()).toMatch(/trace_https_certificate_days 39\.9/);
});

test('takes renewed files once within a minute [SCALE-04]', async () => {
  await install(await pairUntil(2));
  const { certificate, clock, taken } = await open();
  await clock.advance(MINUTE_MS);
  const renewed = await pairUntil(90);
  await install(renewed);
  await clock.advance(MINUTE_MS);
  await clock.advance(MINUTE_MS);
  expect(taken).toEqual([renewed.certificate]);
  expect(certificate.current().certificatePem).toBe(renewed.certificate);
});

test('keeps the pair when new files cannot be used, and logs it once, but not between two replacements [SCALE-04]', async () => {
  const first = await pairUntil(2);
  await install(first);
  const { certificate, clock, taken, logged } = await open();
  const renewed = await pairUntil(90);
  await install({ certificate: renewed.certificate });
  await clock.advance(MINUTE_MS);
  expect([certificate.problem(), logged]).toEqual([null, []]);
  await clock.advance(MINUTE_MS);
  await clock.advance(MINUTE_MS);
  expect(certificate.problem()).toMatch(/^TLS_KEY: the key in .* does not belong/);
  expect(certificate.current().certificatePem).toBe(first.certificate);
  expect([taken, logged.length]).toEqual([[], 1]);
  await install({ key: renewed.key });
  await clock.advance(MINUTE_MS);
  expect([certificate.problem(), taken]).toEqual([null, [renewed.certificate]]);
});
