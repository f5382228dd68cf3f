import { createECDH, randomBytes } from 'node:crypto';
import { resendSignUpCode, correctSignUpEmail, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { countCalls } from '#platform/files/counted-files';
import { createS3Files } from '#platform/files/s3-files';
import { createPartsHealth, type PartsHealth } from '#platform/health/parts-health';
import { createLog } from '#platform/log/log';
import { createPush } from '#platform/push/push';
import { eventually } from '#testing/eventually';
import { refusalOf } from '#testing/newcomers';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { browserOf, signUpForm } from '#testing/sign-up';
import { startS3StandIn } from '#testing/stand-ins/s3-stand-in';

let portal: Portal;
/** The answer of the mail server. */
let answer: Error | null = null;
const delivered: string[] = [];

beforeAll(async () => {
  portal = await startPortal({}, undefined, undefined, {
    deliverMail: async ({ recipient }) => {
      if (answer !== null) throw answer;
      delivered.push(recipient);
    },
  });
});
beforeEach(() => {
  answer = null;
});
afterAll(() => portal.stop());

const wrongPassword = (): Error => Object.assign(new Error('Invalid login: 535'), { code: 'EAUTH', responseCode: 535 });
const noSuchMailbox = (): Error =>
  Object.assign(new Error('no such mailbox'), {
    code: 'EENVELOPE',
    responseCode: 550,
    response: '550 5.1.1 <mia@exmaple.com>: no such mailbox',
  });

const ready = async (target: Portal = portal) => {
  const { status, json } = await rawCall(target, { path: '/readyz' });
  return { status, parts: json as Record<string, string> };
};
const metrics = async () => (await rawCall(portal, { path: '/metrics' })).text.split('\n');

test('shows a mail server that refuses the sign-in, and stays ready [SCALE-02]', async () => {
  answer = wrongPassword();
  await browserOf(portal).call(signUp, { body: signUpForm('ada@example.com') });
  await portal.app.jobs.runDue();
  expect(await ready()).toMatchObject({ status: 200, parts: { mail: 'failing', files: 'ok', push: 'ok', jobs: 'ok' } });
  expect(await metrics()).toEqual(
    expect.arrayContaining([
      'trace_part_up{part="mail"} 0',
      'trace_part_calls_total{part="mail",outcome="failed"} 1',
      'trace_mails_waiting 1',
      'trace_job_runs_total{job="mail.deliver",outcome="retried"} 1',
      expect.stringMatching(/^trace_database_pool\{pool="transactions",state="idle"\} \d+$/),
    ]),
  );
  await portal.clock.advance(61_000);
  expect(await metrics()).toContain('trace_jobs{state="given_up"} 0');
  answer = null;
  await portal.clock.advance(60_000);
  await portal.app.jobs.runDue();
  expect(await ready()).toMatchObject({ parts: { mail: 'ok' } });
  expect(delivered).toContain('ada@example.com');
  expect(await metrics()).toEqual(expect.arrayContaining(['trace_part_up{part="mail"} 1', 'trace_mails_waiting 0']));
});

test('shows mail as off without a mail server [SCALE-02]', async () => {
  const own = await startPortal();
  expect((await ready(own)).parts).toMatchObject({ mail: 'off' });
  await own.stop();
});

test('tells the person who mistyped an address when its mail server refuses the code [AUTH-10]', async () => {
  answer = noSuchMailbox();
  const browser = browserOf(portal);
  await browser.call(signUp, { body: signUpForm('mia@exmaple.com') });
  await portal.app.jobs.runDue();
  expect(await refusalOf(browser.call(resendSignUpCode, {}))).toMatchObject({
    code: 'invalid_input',
    field: 'body.email',
    message: signUpTexts.mailReturned('mia@exmaple.com'),
  });
  // The server of the mail answered, so the part works. The log has the answer without the address.
  expect((await ready()).parts).toMatchObject({ mail: 'ok' });
  const logged = portal.logged().filter((line) => line.includes('given up'));
  expect(logged.at(-1)).toContain('"because":"EENVELOPE 550 5.1.1"');
  expect(logged.join()).not.toContain('exmaple');
  answer = null;
  await browser.call(correctSignUpEmail, { body: { email: 'mia@example.com' } });
  await portal.app.jobs.runDue();
  expect(delivered).toContain('mia@example.com');
  expect(await refusalOf(browser.call(resendSignUpCode, {}))).toBeNull();
});

let parts: PartsHealth;
beforeEach(() => {
  parts = createPartsHealth(new Registry());
});

test('shows a file store that does not answer, until a call succeeds [SCALE-02]', async () => {
  const standIn = await startS3StandIn();
  const credentials = { accessKeyId: standIn.accessKeyId, secretAccessKey: 'secret' };
  const place = { bucket: 'trace', prefix: '', region: 'auto', endpoint: standIn.endpoint, credentials };
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const files = countCalls(createS3Files(place, { timeoutMs: 300 }), parts.callsOf('files'), log);
  standIn.misbehave('hang');
  await expect(files.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(parts.states().files).toBe('failing');
  expect(lines.join()).toContain('A call of the file store failed');
  standIn.misbehave(null);
  await files.put('a', Buffer.from('x'));
  expect(parts.states().files).toBe('ok');
  await standIn.stop();
});

test('shows a push service that does not answer [SCALE-02]', async () => {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys().toString('base64url');
  const push = createPush({
    database: portal.test.database,
    secrets: {
      seal: (plain) => String(plain),
      open: (sealed) => sealed,
      openBytes: Buffer.from,
      deriveKey: Buffer.from,
    },
    keys: null,
    contact: () => 'mailto:a@example.com',
    standIn: { origin: 'https://127.0.0.1:1', ca: '' },
    calls: parts.callsOf('push'),
  });
  const target = { endpoint: 'https://127.0.0.1:1/x', p256dh, auth: randomBytes(16).toString('base64url') };
  const message = { title: 'a', body: 'b', url: '/', tag: 'c' };
  const { outcome } = await push.send(target, message, { urgency: 'normal', ttlMs: 1_000, topic: 'x' });
  expect([outcome, parts.states().push]).toEqual(['later', 'failing']);
});

test('counts answered requests with their duration, and measures how late events were read [SCALE-02]', async () => {
  const countOf = (lines: string[]): number => {
    const line = lines.find((text) => text.startsWith('trace_http_request_seconds_count{method="GET",status="4xx"}'));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = countOf(await metrics());

  await rawCall(portal, { path: '/api/nothing' });

  const after = await eventually(metrics, (lines) => countOf(lines) > before);
  expect(after).toContainEqual(expect.stringMatching(/^trace_outbox_delay_seconds_count \d+$/));
});
