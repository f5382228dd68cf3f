import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import {
  countAlarms,
  listFailedJobs,
  listMails,
  listQuarantined,
  readMail,
  readOperations,
  resendMail,
  retryJob,
} from '@trace/contract/operations/operations.api';
import { operationsRules as rules, type MailState } from '@trace/contract/operations/operations.rules';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { nameOf, OWN_BACKUPS } from '#platform/backup/backup-files';
import { defineJob } from '#platform/jobs/jobs';
import { staffEndpoints } from '#testing/authz/authz.lines';
import { refusalOf } from '#testing/newcomers';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { browserOf, signUpForm } from '#testing/sign-up';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { registerDevice } from '#testing/trackers';

let portal: Portal;
let bare: Portal;
let staff: SignedIn;
let dataDirectory: string;
/** The answer of the mail server. */
let mailError: Error | null = null;
const delivered: string[] = [];
const limit = rules.pageSize;

beforeAll(async () => {
  portal = await startPortal(
    {},
    (config) => {
      dataDirectory = config.dataDirectory;
      return config;
    },
    undefined,
    {
      deliverMail: async ({ recipient }) => {
        if (mailError !== null) throw mailError;
        delivered.push(recipient);
      },
    },
  );
  bare = await startPortal();
});
beforeEach(async () => {
  mailError = null;
  staff = await portal.person({ role: 'staff', admin: true });
});
afterAll(() => Promise.all([portal.stop(), bare.stop()]));

const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' });

/** A person signs up, so an email with a code waits. */
async function signUpBy(email: string, on: Portal = portal): Promise<void> {
  await browserOf(on).call(signUp, { body: signUpForm(email) });
}

const read = (person = staff) => person.api.call(readOperations, {});
const alarms = async () => (await read()).alarms.map(({ code }) => code);
const mailsOf = async (state: MailState, search = '') =>
  (await staff.api.call(listMails, { query: { state, search, limit } })).mails;

interface AuditRow {
  action: string;
  subjectType: string;
  subjectId: string | null;
  details: unknown;
}

async function audited(on: Portal, action: string): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select action, subject_type, subject_id, details from audit_log where action = ${action} order by id`.execute(
    on.test.database.sql,
  );
  return rows;
}

test('lists the live server processes and says which one answered [SCALE-02]', async () => {
  const { processes } = await read();
  expect(processes).toMatchObject([{ version: '0.1.0', isAnswering: true, isStopping: false, deviceConnections: 0 }]);
  expect(processes[0]!.name).toMatch(/:\d+$/);
});

test('a mail server that is away begins an alarm, which is counted and logged once and ends by itself [SUPP-06]', async () => {
  const logged = () => portal.logged().filter((line) => line.includes('mail_failing'));
  mailError = away();
  await signUpBy('ada@example.com');
  await portal.app.jobs.runDue();

  const figures = await read();
  expect(figures.mail).toMatchObject({ state: 'failing', waiting: 1, oldestWaitingAt: expect.any(String) });
  expect(await alarms()).toContain('mail_failing');
  const before = (await staff.api.call(countAlarms, {})).alarms;
  await portal.clock.advance(rules.watchMs + MINUTE_MS);
  await portal.clock.advance(rules.watchMs + MINUTE_MS);
  expect((await staff.api.call(countAlarms, {})).alarms).toBeGreaterThan(before);
  expect(logged()).toHaveLength(1);

  mailError = null;
  const [waiting] = await mailsOf('waiting');
  expect(waiting).toMatchObject({ recipient: 'ada@example.com', state: 'waiting', hasText: true });
  expect(waiting!.lastError).toContain('ECONNREFUSED');
  await staff.api.call(resendMail, { params: { id: waiting!.id } });
  await portal.app.jobs.runDue();
  expect(delivered).toContain('ada@example.com');
  expect(await audited(portal, 'operations.resendMail')).toEqual([
    { action: 'operations.resendMail', subjectType: 'mail', subjectId: waiting!.id, details: {} },
  ]);
  await portal.clock.advance(rules.watchMs + MINUTE_MS);
  expect(await alarms()).not.toContain('mail_failing');
  expect(logged()).toHaveLength(1);
});

test('mails are listed by state in pages, and the search takes % and _ as they are [SUPP-06]', async () => {
  for (const name of ['p_1', 'px1', 'p-1']) await signUpBy(`${name}@example.com`);
  await portal.app.jobs.runDue();
  expect((await mailsOf('sent', 'p_1@')).map(({ recipient }) => recipient)).toEqual(['p_1@example.com']);
  expect(await mailsOf('sent', 'P%1@')).toEqual([]);
  const query = { state: 'sent', search: '1@example.com' } as const;
  const first = await staff.api.call(listMails, { query: { ...query, limit: 2 } });
  const second = await staff.api.call(listMails, { query: { ...query, limit: 2, after: first.next! } });
  expect([...first.mails, ...second.mails].map(({ recipient }) => recipient)).toEqual(
    ['p-1', 'px1', 'p_1'].map((name) => `${name}@example.com`),
  );
  expect(second.next).toBeNull();
});

test('withdrawn emails are listed with the reason and do not count as not delivered [SUPP-06]', async () => {
  const { mail, jobs } = portal.app;
  mail.checkBeforeSending('left:', async () => 'the recipient has left');
  for (let number = 0; number < rules.failedMailsPerDay; number += 1)
    await mail.send(portal.test.database.sql, {
      ...{ to: 'left@example.com', reason: 'panic', key: `left:${number}` },
      ...{ subject: 'News', text: 'News' },
    });
  await jobs.runDue();
  expect((await mailsOf('withdrawn')).map(({ lastError }) => lastError)).toEqual(
    Array(rules.failedMailsPerDay).fill('the recipient has left'),
  );
  expect(await mailsOf('failed', 'left@')).toEqual([]);
  expect((await read()).mail.failedLastDay).toBe(0);
  expect(await alarms()).not.toContain('mail_undelivered');
});

test('without a mail server staff read a waiting mail, and the read is audited with its id [SUPP-06] [SUPL-06]', async () => {
  const reader = await bare.person({ role: 'staff', admin: true });
  await signUpBy('ida@example.com', bare);
  expect((await read(reader)).mail).toMatchObject({ state: 'off', waiting: 1 });
  const { mails, isConfigured } = await reader.api.call(listMails, { query: { state: 'waiting', search: '', limit } });
  expect([isConfigured, mails[0]?.recipient]).toEqual([false, 'ida@example.com']);
  const { id } = mails[0]!;

  const mail = await reader.api.call(readMail, { params: { id } });
  expect(mail.text).toMatch(/\d{4} ?\d{4}/);
  expect(await audited(bare, 'operations.readMail')).toMatchObject([{ subjectId: id }]);
  expect(JSON.stringify(await audited(bare, 'operations.readMail'))).not.toContain('ida@');
  expect(await refusalOf(reader.api.call(resendMail, { params: { id } }))).toMatchObject({ message: texts.noServer });
  await bare.clock.advance(11 * MINUTE_MS);
  expect(await refusalOf(reader.api.call(readMail, { params: { id } }))).toMatchObject({ code: 'proof_required' });
});

test('with a mail server no one reads the text of a mail [SUPP-06]', async () => {
  mailError = away();
  await signUpBy('max@example.com');
  await portal.app.jobs.runDue();
  const [mail] = await mailsOf('waiting', 'max@');
  expect(await refusalOf(staff.api.call(readMail, { params: { id: mail!.id } }))).toMatchObject({
    code: 'conflict',
    message: texts.textIsPrivate,
  });
});

test('a failed job is listed with its reason without positions, and runs again when staff retry it [SUPP-06]', async () => {
  const kind = defineJob('test.fragile', z.object({}));
  let runs = 0;
  portal.app.jobs.define(
    kind,
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('no road near -33.86880, 151.20930');
    },
    { maxAttempts: 1 },
  );
  await portal.app.jobs.enqueue(portal.test.database.sql, kind, {}, { key: randomUUID() });
  await portal.app.jobs.runDue();

  expect((await read()).jobs).toMatchObject({
    failed: 1,
    failedLastDay: 1,
    kinds: expect.arrayContaining([{ name: kind.name, waiting: 0, running: 0, late: 0, failed: 1 }]),
  });
  expect(await alarms()).toContain('jobs_failed');
  const [job] = (await staff.api.call(listFailedJobs, { query: { limit } })).jobs;
  expect(job).toMatchObject({ name: kind.name, attempts: 1, reason: 'no road near [hidden], [hidden]' });

  await staff.api.call(retryJob, { params: { id: job!.id } });
  await portal.app.jobs.runDue();
  expect(runs).toBe(2);
  expect(await alarms()).not.toContain('jobs_failed');
  expect(await audited(portal, 'operations.retryJob')).toEqual([
    { action: 'operations.retryJob', subjectType: 'job', subjectId: job!.id, details: { name: kind.name } },
  ]);
  expect(await refusalOf(staff.api.call(retryJob, { params: { id: job!.id } }))).toMatchObject({ code: 'not_found' });
});

test('a quarantined message is counted and listed with its reason, without its content [SUPP-06]', async () => {
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, await portal.person({ role: 'installer' }), undefined);
  await device.say('location', { lat: -33.8688, lng: 'east' });

  expect((await read()).quarantine).toMatchObject({ kept: 1, lastHour: 1, newestAt: expect.any(String) });
  expect((await read()).gateway).toMatchObject({ isOpen: true, connections: 1 });
  const { messages } = await staff.api.call(listQuarantined, { query: { search: device.serial, limit } });
  expect(messages).toMatchObject([{ serialNumber: device.serial, kind: 'location', reason: expect.any(String) }]);
  expect(JSON.stringify(messages)).not.toContain('33.8');
  expect((await staff.api.call(listQuarantined, { query: { search: 'Trace_other', limit } })).messages).toEqual([]);
  device.cut();
});

test('every part of the page needs the admin flag [SUPP-06] [GUARD-07]', () => {
  const own = staffEndpoints.filter(({ name }) => name.startsWith('operations.'));
  expect(own.map(({ staffAdmin }) => staffAdmin)).toEqual(Array(8).fill(true));
});

test('without a schedule the last backup is the newest file in the data folder [SUPP-06] [SCALE-05]', async () => {
  expect((await read()).backup).toMatchObject({ mode: 'off', lastAt: null, kept: 0 });
  expect(await alarms()).toContain('backup_missing');
  const at = portal.clock.now();
  const directory = join(dataDirectory, OWN_BACKUPS);
  await mkdir(directory);
  await writeFile(join(directory, nameOf('backup', at)), 'four');
  expect((await read()).backup).toMatchObject({ lastAt: at.toISOString(), sizeBytes: 4, kept: 1 });
  expect(await alarms()).not.toContain('backup_missing');
});

test('storage, push and hub service have figures, and loading them is not recorded [SUPP-06]', async () => {
  const { storage, push, hubs } = await read();
  expect(storage).toMatchObject({ files: 'ok', writeProblem: null });
  expect(storage.databaseBytes).toBeGreaterThan(1_000_000);
  expect(storage.freeBytes).toBeLessThan(storage.diskBytes!);
  expect(push).toEqual({ state: 'ok', browsers: 0, resting: 0, waiting: 0, late: 0 });
  expect(hubs).toEqual({ state: 'off', links: 0, broken: 0, failing: 0, late: 0 });
  expect(await audited(portal, 'operations.read')).toEqual([]);
  expect(await audited(portal, 'operations.alarms')).toEqual([]);
});
