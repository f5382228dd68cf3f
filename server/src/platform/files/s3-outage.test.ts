import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { checkBucket } from '#platform/files/s3-check';
import { createS3Files, type S3Place } from '#platform/files/s3-files';
import { createLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { StartProblem } from '#platform/refusal/start-problem';
import { startS3StandIn, type S3StandIn } from '#testing/stand-ins/s3-stand-in';

let standIn: S3StandIn;
let place: S3Place;

beforeAll(async () => {
  standIn = await startS3StandIn();
  const credentials = { accessKeyId: standIn.accessKeyId, secretAccessKey: 'secret' };
  place = { bucket: 'trace', prefix: '', region: 'auto', endpoint: standIn.endpoint, credentials };
});
afterEach(() => standIn.misbehave(null));
afterAll(() => standIn.stop());

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

test.each(['hang', 'AccessDenied', 'NoSuchBucket', 'InternalError'] as const)(
  'refuses every call as unavailable within its time when the bucket answers with %s [SCALE-02]',
  async (how) => {
    const files = createS3Files(place, { timeoutMs: 300 });
    await files.put('kept', Buffer.from('before'));
    standIn.misbehave(how);
    const put = await failureOf(files.put('kept', Buffer.from('after')));
    expect(put).toBeInstanceOf(Refusal);
    expect(put).toMatchObject({ code: 'unavailable', status: 503, retryAfterSec: 30 });
    // A HEAD request shows no code, so a bucket that is gone looks like a file that is gone.
    const read = await failureOf(files.read('kept'));
    expect((read as Refusal | null)?.code).toBe(how === 'NoSuchBucket' ? undefined : 'unavailable');
    standIn.misbehave(null);
    expect((await files.stat('kept'))?.sizeBytes).toBe(6);
  },
  20_000,
);

const log = createLog({ level: 'silent' });

test.each([
  ['NoSuchBucket', 'FILES_URL: the bucket does not exist (bucket trace).'],
  ['AccessDenied', 'FILES_URL: the key may not write there (bucket trace).'],
] as const)('does not start with a bucket that answers %s [SCALE-02]', async (how, sentence) => {
  standIn.misbehave(how);
  const problem = await failureOf(checkBucket(place, log));
  expect(problem).toBeInstanceOf(StartProblem);
  expect((problem as Error).message).toBe(sentence);
});

test('does not start with a key that the bucket does not know [SCALE-02]', async () => {
  const credentials = { accessKeyId: 'another', secretAccessKey: 'secret' };
  const problem = await failureOf(checkBucket({ ...place, credentials }, log));
  expect((problem as Error).message).toBe('FILES_URL: the secret does not fit the key (bucket trace).');
});

test('starts with a bucket that works, and with a warning when the bucket is away [SCALE-02]', async () => {
  await checkBucket(place, log);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const lines: string[] = [];
  const loud = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  await checkBucket({ ...place, endpoint: `http://127.0.0.1:${port}` }, loud);
  expect(lines.join()).toContain('does not answer');
});
