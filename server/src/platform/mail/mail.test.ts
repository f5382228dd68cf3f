import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { frameMail } from '@trace/contract/kernel/mail-frame.texts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createJobs } from '#platform/jobs/jobs';
import type { Jobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import type { Deliver, Mail } from '#platform/mail/mail';
import { createSecrets } from '#platform/secrets/secrets';
import { columnsWith } from '#testing/columns-with';
import { fakeClock } from '#testing/fake-clock';
import type { FakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

const log = createLog({ level: 'silent' });
const from = 'Trace <portal@trace.example>';
const message = {
  to: 'ann@example.com',
  subject: 'Your code',
  text: '123456',
  reason: 'account',
  key: 'code:1',
} as const;
const portalUrl = 'https://trace.example';
const framed = (body: string): string => frameMail({ body, reason: 'account', firstName: 'Ann', portalUrl });

interface Received {
  readonly from: string;
  readonly to: string[];
  /** The name in EHLO. */
  readonly greeting: string;
  readonly raw: string;
}

let db: TestDatabase;
let clock: FakeClock;
let jobs: Jobs;
let received: Received[];
let smtp: SMTPServer | undefined;

beforeEach(async () => {
  db = await testDatabase();
  clock = fakeClock();
  jobs = createJobs({ database: db.database, clock, log });
  received = [];
});

afterEach(async () => {
  await jobs.stop();
  if (smtp) await new Promise<void>((resolve) => smtp?.close(resolve));
  smtp = undefined;
  await db.drop();
});

/** Starts a real mail server on a free port and returns its url. */
async function startSmtp(options: SMTPServerOptions = {}): Promise<string> {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const sender = mailFrom === false ? '' : (mailFrom?.address ?? '');
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        raw += chunk;
      });
      stream.on('end', () => {
        const greeting = session.hostNameAppearsAs;
        received.push({ from: sender, to: rcptTo.map(({ address }) => address), greeting, raw });
        done();
      });
    },
    ...options,
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const secrets = createSecrets(randomBytes(32));
const newMail = (
  transport?: string | Deliver,
  sealing = secrets,
  workers = jobs,
  supportEmail: string | null = null,
): Mail =>
  createMail({
    database: db.database,
    jobs: workers,
    transport,
    from,
    supportEmail,
    portalUrl: () => portalUrl,
    firstNamesOf: async (_tx, emails) => new Map(emails.filter((to) => to === message.to).map((to) => [to, 'Ann'])),
    secrets: sealing,
    clock,
    log,
  });

describe('with a mail server', () => {
  test('an email is sent after its transaction commits, once per key, marked as automatic', async () => {
    const mail = newMail(await startSmtp());
    await db.database.transaction((tx) => mail.send(tx, { ...message, html: '<b>123456</b>' }));
    await db.database.transaction((tx) => mail.send(tx, message));
    const failing = db.database.transaction(async (tx) => {
      await mail.send(tx, { ...message, key: 'code:2' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await jobs.runDue();

    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: 'portal@trace.example',
      to: ['ann@example.com'],
      greeting: 'trace.example',
    });
    const raw = received[0]!.raw;
    for (const line of ['From: Trace <portal@trace.example>', 'Subject: Your code', 'Auto-Submitted: auto-generated']) {
      expect(raw.split('\r\n')).toContain(line);
    }
    expect(raw).toMatch(/^Message-ID: <trace-\d+-\d+@trace\.example>$/m);
    expect(raw).toContain('<b>123456</b>');
    const [stored] = await mail.listRecent(10);
    expect(stored).toMatchObject({ recipient: 'ann@example.com', state: 'sent', attempts: 1, sentAt: clock.now() });
  });

  test('an email names the address of support, and replies go there', async () => {
    const mail = newMail(await startSmtp(), secrets, jobs, 'help@trace.example');
    await db.database.transaction(async (tx) => {
      await mail.send(tx, message);
      await mail.send(tx, { ...message, to: 'help@trace.example', reason: 'support', key: 'ticket:1' });
    });
    await jobs.runDue();
    const lines = received.map(({ raw }) => raw.split('\r\n'));
    expect(lines.map((of) => of.includes('Support: help@trace.example'))).toEqual([true, false]);
    expect(lines[0]).toContain('Reply-To: help@trace.example');
  });

  test('an urgent email that is being sent is not sent a second time by the sweep', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const sent: number[] = [];
    const mail = newMail(async ({ id }) => {
      sent.push(id);
      asked.resolve();
      await answer.promise;
    });
    await db.database.transaction((tx) => mail.send(tx, { ...message, isUrgent: true }));
    await jobs.start();
    await asked.promise;
    await clock.advance(2 * MINUTE_MS);
    const { rows } = await sql<{ name: string }>`select name from job`.execute(db.database.sql);
    answer.resolve();
    await jobs.runDue();
    expect(rows).toEqual([{ name: 'mail.deliverUrgent' }]);
    expect(sent).toHaveLength(1);
  });

  test('a process that stood still does not mark an email as failed that another process has sent', async () => {
    const [asked, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const mail = newMail(async () => {
      asked.resolve();
      await isSent.promise;
      throw Object.assign(new Error('no such mailbox'), { code: 'EENVELOPE', responseCode: 550 });
    });
    await mail.send(db.database.sql, message);
    const standing = jobs.runDue();
    await asked.promise;
    const later = fakeClock(new Date(clock.now().getTime() + MINUTE_MS));
    const others = createJobs({ database: db.database, clock: later, log });
    newMail(async () => {}, secrets, others);
    await others.runDue();
    isSent.resolve();
    await standing;
    expect(await mail.listRecent(1)).toMatchObject([{ state: 'sent', lastError: null }]);
  });

  test.each([
    ['a second recipient', 'ann@example.com, eve@example.com'],
    ['a header', 'ann@example.com\r\nBcc: eve@example.com'],
    ['a name', 'Eve <eve@example.com>'],
    ['no address', 'ann'],
  ])('a recipient with %s is refused', async (_, to) => {
    const mail = newMail(await startSmtp());
    await expect(mail.send(db.database.sql, { ...message, to })).rejects.toThrow('not one mail address');
    await jobs.runDue();
    expect(received).toEqual([]);
  });

  test('line breaks in a subject, as a person may put into a name, add no header', async () => {
    const mail = newMail(await startSmtp());
    const subject = 'Hello Eve\r\nBcc: eve@example.com\u2028X-Evil: 1';
    await mail.send(db.database.sql, { ...message, subject });
    await jobs.runDue();
    expect(received[0]?.to).toEqual(['ann@example.com']);
    expect(received[0]?.raw).not.toMatch(/^(bcc|x-evil):/im);
    expect(received[0]?.raw).toMatch(/^Subject: Hello Eve Bcc: eve@example\.com X-Evil: 1$/m);
  });

  test('a mail server that is busy gets the same mail again later', async () => {
    let refusals = 1;
    const url = await startSmtp({
      onRcptTo: (_address, _session, done) => {
        const busy = Object.assign(new Error('busy, try later'), { responseCode: 451 });
        done(refusals-- > 0 ? busy : undefined);
      },
    });
    const mail = newMail(url);
    await mail.send(db.database.sql, message);
    await jobs.runDue();
    expect(await mail.listRecent(1)).toMatchObject([
      { state: 'waiting', attempts: 1, lastError: expect.stringContaining('busy') },
    ]);
    await clock.advance(MINUTE_MS);
    await jobs.runDue();
    expect(received).toHaveLength(1);
    expect(await mail.listRecent(1)).toMatchObject([{ state: 'sent', attempts: 2, lastError: null }]);
  });

  test('a recipient that the mail server refuses for good is not tried again', async () => {
    let asked = 0;
    const url = await startSmtp({
      onRcptTo: (_address, _session, done) => {
        asked++;
        done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
      },
    });
    const mail = newMail(url);
    await mail.send(db.database.sql, message);
    for (let minute = 0; minute < 5; minute++) {
      await jobs.runDue();
      await clock.advance(MINUTE_MS);
    }
    expect(asked).toBe(1);
    expect(await mail.listRecent(1)).toMatchObject([
      { state: 'failed', lastError: expect.stringContaining('no such mailbox') },
    ]);
  });

  test('an email whose check refuses is withdrawn with the reason and without its text', async () => {
    const mail = newMail(await startSmtp());
    mail.checkBeforeSending('code:', async (key) => (key === 'code:1' ? 'the recipient has left' : null));
    for (const key of ['code:1', 'code:2', 'other:1']) await mail.send(db.database.sql, { ...message, key });
    await jobs.runDue();
    expect(await mail.listRecent(3)).toMatchObject([
      { key: 'other:1', state: 'sent' },
      { key: 'code:2', state: 'sent' },
      { key: 'code:1', state: 'withdrawn', lastError: 'the recipient has left', text: '' },
    ]);
    expect(await mail.statesOf(['code:1'])).toEqual(new Map([['code:1', 'failed']]));
    expect(received).toHaveLength(2);
  });

  test('mails to a mail server that is away are given up after the last attempt, and can be sent again within a day [SUPP-06]', async () => {
    let isAway = true;
    const url = await startSmtp({
      onRcptTo: (_address, _session, done) => {
        done(isAway ? Object.assign(new Error('come back'), { responseCode: 421 }) : undefined);
      },
    });
    const mail = newMail(url);
    for (const key of ['first', 'second']) await mail.send(db.database.sql, { ...message, key });
    await jobs.runDue();
    expect(await mail.listRecent(1)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    for (let hour = 0; hour < 10; hour++) {
      await clock.advance(60 * MINUTE_MS);
      await jobs.runDue();
    }
    const [second, first] = await mail.listRecent(2);
    expect([second, first]).toMatchObject([
      { state: 'failed', attempts: 10 },
      { state: 'failed', attempts: 10 },
    ]);
    isAway = false;
    const resend = (id: number) => db.database.transaction((tx) => mail.administration.resend(tx, id));
    expect(await resend(first!.id)).toBe('resent');
    await jobs.runDue();
    expect(received).toHaveLength(1);
    expect(await resend(first!.id)).toBe('sent_before');
    await jobs.start();
    await clock.advance(24 * 60 * MINUTE_MS);
    expect(await resend(second!.id)).toBe('no_text');
  });
});

describe('the body of a mail', () => {
  test('greets people with an account unless someone else typed the address, and names portal and reason', async () => {
    const mail = newMail();
    await mail.sendAll(db.database.sql, [
      { ...message, text: 'Your code is 123456.' },
      { ...message, to: 'new@example.com', text: 'Your code is 654321.', reason: 'newAddress', key: 'code:2' },
      { ...message, text: 'Work ute is yours.', reason: 'assignment', key: 'code:3' },
    ]);
    const texts = (await mail.listRecent(3)).map(({ key, text }) => [key, text]);
    expect(Object.fromEntries(texts)).toEqual({
      'code:1': `Hello Ann,\n\nYour code is 123456.\n\n—\nTrace, ${portalUrl}\nYou get this email because your Trace account uses this email address.\n`,
      'code:2': `Your code is 654321.\n\n—\nTrace, ${portalUrl}\nYou get this email because someone entered this email address on Trace.\n`,
      'code:3': `Work ute is yours.\n\n—\nTrace, ${portalUrl}\nYou get this email because an installer assigned a device to this email address.\n`,
    });
  });

  const secret = { ...message, text: 'Code 918273', html: '<b>918273</b>' };
  const bodyOf = async (mail: Mail) => (await mail.listRecent(1)).map(({ text, html }) => ({ text, html }));

  test("a waiting email's body is sealed, and a sent email's body is deleted", async () => {
    const mail = newMail(await startSmtp());
    await mail.send(db.database.sql, secret);
    expect(await columnsWith(db.database.sql, '918273')).toEqual([]);
    expect(await bodyOf(mail)).toEqual([{ text: framed(secret.text), html: secret.html }]);
    await jobs.runDue();
    expect(received[0]?.raw).toContain('918273');
    expect(await bodyOf(mail)).toEqual([{ text: '', html: null }]);
    const { rows } = await sql`select sealed, text, html from mail`.execute(db.database.sql);
    expect(rows).toEqual([{ sealed: null, text: null, html: null }]);
  });

  test('is kept for another attempt, and nowhere once the mail is given up', async () => {
    let code = 451;
    const url = await startSmtp({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: code })),
    });
    const mail = newMail(url);
    await mail.send(db.database.sql, secret);
    await jobs.runDue();
    expect(await bodyOf(mail)).toEqual([{ text: framed(secret.text), html: secret.html }]);
    code = 550;
    await clock.advance(MINUTE_MS);
    await jobs.runDue();
    expect(await mail.listRecent(1)).toMatchObject([{ state: 'failed', text: '', html: null }]);
    const { rows } = await sql`select sealed, text, html from mail`.execute(db.database.sql);
    expect(rows).toEqual([{ sealed: null, text: null, html: null }]);
  });

  test('that another key sealed is given up with the reason, and stops no other mail', async () => {
    const url = await startSmtp();
    await newMail(undefined, createSecrets(randomBytes(32))).send(db.database.sql, { ...secret, key: 'code:0' });
    const mail = newMail(url);
    await jobs.start();
    await clock.advance(MINUTE_MS);
    await mail.send(db.database.sql, secret);
    await expect
      .poll(async () => (await mail.listRecent(2)).map(({ state, lastError }) => [state, lastError]), {
        timeout: 10_000,
      })
      .toEqual([
        ['sent', null],
        ['failed', 'the text was sealed with a key that this server does not have'],
      ]);
  });

  test('does not open under the key of another mail', async () => {
    const mail = newMail();
    await mail.send(db.database.sql, secret);
    await mail.send(db.database.sql, { ...secret, key: 'code:2', text: 'other' });
    await sql`update mail set sealed = (select sealed from mail where key = 'code:1')`.execute(db.database.sql);
    const read = await mail.listRecent(2);
    expect(new Map(read.map(({ key, text }) => [key, text]))).toEqual(
      new Map([
        ['code:1', framed(secret.text)],
        ['code:2', ''],
      ]),
    );
  });

  test('from before bodies were sealed is sent and then removed', async () => {
    const mail = newMail(await startSmtp());
    await sql`insert into mail (key, recipient, subject, text, created_at)
      values ('old', 'ann@example.com', 'Old', 'Code 918273', ${clock.now()})`.execute(db.database.sql);
    await jobs.start();
    await clock.advance(MINUTE_MS);
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(() => columnsWith(db.database.sql, '918273')).toEqual([]);
    expect(await mail.listRecent(1)).toMatchObject([{ state: 'sent', text: '' }]);
  });
});

describe('without a mail server', () => {
  test('without a mail server emails wait, newest first, and are sent once a server is configured unless they are stale', async () => {
    const waiting = newMail();
    await waiting.send(db.database.sql, { ...message, key: 'old', subject: 'Old' });
    await clock.advance(25 * 60 * MINUTE_MS);
    await waiting.send(db.database.sql, { ...message, key: 'new', subject: 'New' });
    await jobs.runDue();
    expect(await waiting.listRecent(10)).toMatchObject([
      { subject: 'New', state: 'waiting' },
      { subject: 'Old', state: 'waiting' },
    ]);

    await jobs.stop();
    jobs = createJobs({ database: db.database, clock, log });
    const sending = newMail(await startSmtp());
    await jobs.start();
    await clock.advance(MINUTE_MS);
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(async () => (await sending.listRecent(10)).map(({ state }) => state)).toEqual(['sent', 'failed']);
    expect(received[0]?.raw).toContain('Subject: New');
  });

  test('mails are deleted after a month', async () => {
    const mail = newMail();
    await mail.send(db.database.sql, message);
    await jobs.start();
    await clock.advance(29 * 24 * 60 * MINUTE_MS);
    expect(await mail.listRecent(10)).toHaveLength(1);
    await clock.advance(3 * 24 * 60 * MINUTE_MS);
    expect(await mail.listRecent(10)).toEqual([]);
  });
});
