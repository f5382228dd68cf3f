// Emails are rows first: written in the transaction of their cause, sent by a job.
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { defineJob, URGENT_LEASE_MS, type JobRun, type Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Secrets } from '#platform/secrets/secrets';
import { frameMail, typedAddressReasons } from '@trace/contract/kernel/mail-frame.texts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@trace/contract/kernel/time';
import { Gauge, type Registry } from 'prom-client';
import { retentionJobs, retentionRules } from '@trace/contract/retention/retention.rules';
import { z } from 'zod';

import { createMailAdministration, type MailAdministration } from './mail-administration.ts';
import { openBody, sealBody, type Body } from './mail-body.ts';
import { checkedMessage } from './mail-message.ts';
import type { MailMessage } from './mail-message.ts';
import {
  countWaitingMails,
  deleteMailsOf,
  deleteGivenUpTexts,
  deleteOldMails,
  findLatestState,
  findMailStates,
  findMailTimes,
  findWaitingMail,
  giveUpWaitingMails,
  insertMails,
  listRecentMails,
  listUntriedMailIds,
  updateFailedAttempt,
  updateSent,
  updateWithdrawn,
} from './mail.store.ts';
import type { MailOutcome, MailRow, MailTimes, NewMail } from './mail.store.ts';
import { uncounted, type CallCounter } from '#platform/health/parts-health';
import { answerOf, createSmtp, isRefused } from './smtp.ts';
import type { Deliver } from './smtp.ts';

export type { MailMessage } from './mail-message.ts';
export type { Deliver, OutgoingMail } from './smtp.ts';

/**
 * An email with its body. The body is empty once the email was sent or given up, or when no known key opens the text.
 */
export type StoredMail = Omit<MailRow, 'sealed' | 'text' | 'html'> & Body;

export interface Mail {
  /**
   * Sends the email if, and only if, the transaction commits, once per key. Throws when the message cannot be sent as
   * an email.
   */
  send(tx: Executor, message: MailMessage): Promise<void>;
  /** As `send`, for many at once that are not urgent. */
  sendAll(tx: Executor, messages: readonly MailMessage[]): Promise<void>;
  /**
   * Deletes every email to a person's address, each email, sent or given up, whose subject names the address, and each
   * email whose key names the account and that waits, went to an address that the person wanted to change to, or went to
   * support with the person's words.
   */
  forget(tx: Executor, person: { email: string; accountId: string }): Promise<void>;
  /** Returns the states of emails by their keys. Deleted emails are missing. */
  statesOf(keys: readonly string[]): Promise<ReadonlyMap<string, MailOutcome>>;
  /** Returns the states of emails and when they were sent, by their keys. Deleted emails are missing. */
  timesOf(keys: readonly string[]): Promise<ReadonlyMap<string, MailTimes>>;
  /** Whether the newest email whose key begins so could not be delivered. */
  isLatestGivenUp(keyPrefix: string): Promise<boolean>;
  /** Whether a mail server is configured. Without a mail server emails wait. */
  isConfigured(): boolean;
  /** Registers a check of the emails whose key begins with `keyPrefix`. It runs before each attempt to send. */
  checkBeforeSending(keyPrefix: string, refusalOf: RefusalOf): void;
  /** Asks the mail server, sends no mail, and counts the answer. */
  check(): Promise<void>;
  readonly administration: MailAdministration;
  /** Returns the newest first. Waiting emails contain sign-in codes: staff only. */
  listRecent(limit: number): Promise<StoredMail[]>;
}

/** Returns why an email must not leave any more, or null. */
export type RefusalOf = (key: string) => Promise<string | null>;

export interface MailOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  /** An smtp:// or smtps:// url, or the demo's inbox. Without either, emails wait in the table. */
  readonly transport?: string | Deliver | null | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** Named in every email, and replies go there. */
  readonly supportEmail?: string | null;
  portalUrl(): string;
  /** Returns the first names of the accounts with these confirmed addresses, by the addresses as given. */
  firstNamesOf(executor: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Seals the bodies of waiting emails, because they contain sign-in codes and links. */
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly calls?: CallCounter;
  readonly metrics?: Registry;
}

const DELIVER = defineJob('mail.deliver', z.object({ mailId: z.number() }));
/** A lane of its own, so that an emergency never waits behind other emails. */
const DELIVER_URGENT = defineJob('mail.deliverUrgent', DELIVER.payload);
const URGENT_AT_ONCE = 8;
const MAX_RECENT = 200;
const MAX_ERROR_LENGTH = 500;
const KEEP_MS = retentionRules.mailDays * DAY_MS;
/** An email that waited longer for a mail server (a code, an alert) would only confuse. */
const FRESH_MS = DAY_MS;
const SWEEP_BATCH = 500;

interface Delivery {
  readonly mailId: number;
}

/** Registers the job and the timers with `jobs`, which runs them after its start. */
export function createMail(options: MailOptions): Mail {
  const { database, jobs, transport, from, supportEmail = null, secrets, clock, log, calls = uncounted } = options;
  const smtp = typeof transport === 'string' ? createSmtp(transport, from, supportEmail) : undefined;
  const deliver = smtp?.deliver ?? (typeof transport === 'function' ? transport : undefined);

  const checks = new Map<string, RefusalOf>();
  const refusalOf: RefusalOf = async (key) => {
    const [, check] = [...checks].find(([keyPrefix]) => key.startsWith(keyPrefix)) ?? [];
    return check === undefined ? null : check(key);
  };

  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  const enqueue = (executor: Executor, mailId: number, kind = DELIVER): Promise<void> => {
    return jobs.enqueue(executor, kind, { mailId }, { key: String(mailId) });
  };

  /** Mails that were written before a mail server was configured. */
  const sweep = async (): Promise<void> => {
    await giveUpWaitingMails(database.sql, before(FRESH_MS), 'too old when a mail server was configured');
    const ids = await listUntriedMailIds(database.sql, before(FRESH_MS), SWEEP_BATCH);
    // An urgent email has its job in the other lane. A second job would send the email twice.
    const urgent = await jobs.waitingKeys(DELIVER_URGENT, ids.map(String));
    for (const id of ids) if (!urgent.has(String(id))) await enqueue(database.sql, id);
  };

  if (deliver !== undefined) {
    const run = (delivery: Delivery, jobRun: JobRun): Promise<void> =>
      deliverOne({ database, secrets, clock, log, deliver, calls, refusalOf }, delivery, jobRun);
    jobs.define(DELIVER, run);
    jobs.define(DELIVER_URGENT, run, { concurrency: URGENT_AT_ONCE, leaseMs: URGENT_LEASE_MS });
    jobs.schedule('mail.sweep', MINUTE_MS, sweep);
  }
  if (options.metrics !== undefined) exposeWaiting(options.metrics, database);
  jobs.schedule('mail.deleteTexts', HOUR_MS, () => deleteGivenUpTexts(database.sql, before(FRESH_MS)));
  jobs.schedule(retentionJobs.emails, DAY_MS, () => deleteOldMails(database.sql, before(KEEP_MS), before(FRESH_MS)));

  const mailOf = (message: MailMessage, knownName: string | null): NewMail => {
    const { to, subject, text: words, reason, html = null, key, isLast = false } = checkedMessage(message);
    const firstName = typedAddressReasons.has(reason) ? null : knownName;
    const text = frameMail({ body: words, reason, firstName, portalUrl: options.portalUrl(), supportEmail });
    const sealed = sealBody(secrets, key, { text, html });
    return { key, recipient: to, subject, sealed, isLast, createdAt: clock.now() };
  };

  const insert = async (tx: Executor, messages: readonly MailMessage[]): Promise<number[]> => {
    const firstNames = await options.firstNamesOf(
      tx,
      messages.map(({ to }) => to),
    );
    return insertMails(
      tx,
      messages.map((message) => mailOf(message, firstNames.get(message.to) ?? null)),
    );
  };

  return {
    send: async (tx, message) => {
      const [id] = await insert(tx, [message]);
      if (id === undefined || deliver === undefined) return;
      await enqueue(tx, id, message.isUrgent === true ? DELIVER_URGENT : DELIVER);
    },
    sendAll: async (tx, messages) => {
      const ids = await insert(tx, messages);
      if (deliver === undefined || ids.length === 0) return;
      const deliveries = ids.map((mailId) => ({ payload: { mailId }, key: String(mailId) }));
      await jobs.enqueueAll(tx, DELIVER, deliveries);
    },
    forget: deleteMailsOf,
    statesOf: (keys) => findMailStates(database.sql, keys),
    timesOf: (keys) => findMailTimes(database.sql, keys),
    isLatestGivenUp: async (keyPrefix) => (await findLatestState(database.sql, keyPrefix)) === 'failed',
    isConfigured: () => deliver !== undefined,
    checkBeforeSending: (keyPrefix, check) => void checks.set(keyPrefix, check),
    check: async () => {
      if (smtp !== undefined)
        await smtp.check().then(
          () => calls.answered(),
          () => calls.failed(),
        );
    },
    administration: createMailAdministration({
      ...{ database, secrets, clock },
      isConfigured: deliver !== undefined,
      deliverNow: async (tx, id) => {
        await enqueue(tx, id);
        await jobs.hurry(tx, DELIVER, String(id));
      },
    }),
    listRecent: async (limit) => {
      const rows = await listRecentMails(database.sql, Math.min(limit, MAX_RECENT));
      return rows.map(({ sealed, text, html, ...row }) => {
        const body = openBody(secrets, { key: row.key, sealed, text, html });
        return { ...row, ...(body ?? { text: '', html: null }) };
      });
    },
  };
}

function exposeWaiting(metrics: Registry, database: Database): void {
  const waiting: Gauge = new Gauge({
    name: 'trace_mails_waiting',
    help: 'Emails that were neither sent nor given up',
    registers: [metrics],
    collect: async () => {
      // A database that is away must not take the other metrics with it.
      const count = await countWaitingMails(database.sql).catch(() => null);
      if (count === null) waiting.reset();
      else waiting.set(count);
    },
  });
}

interface DeliveryTools {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly deliver: Deliver;
  readonly calls: CallCounter;
  readonly refusalOf: RefusalOf;
}

async function deliverOne(tools: DeliveryTools, { mailId }: Delivery, run: JobRun): Promise<void> {
  const { database, secrets, clock, log, deliver, calls } = tools;
  const mail = await findWaitingMail(database.sql, mailId);
  if (mail === undefined) return;
  const refusal = await tools.refusalOf(mail.key);
  if (refusal !== null) {
    await updateWithdrawn(database.sql, mailId, refusal);
    log.info({ mailId, because: refusal }, 'Email not sent: its recipient must not get it any more');
    return;
  }
  const body = openBody(secrets, mail);
  if (body === null) {
    await updateFailedAttempt(
      database.sql,
      mailId,
      'the text was sealed with a key that this server does not have',
      'refused',
    );
    log.error({ mailId }, 'Mail given up: its text was sealed with another TRACE_SECRET_KEY');
    return;
  }
  try {
    await deliver({ ...mail, ...body });
    calls.answered();
  } catch (error) {
    const isRefusedForGood = isRefused(error);
    if (isRefusedForGood) calls.answered('refused');
    else calls.failed();
    const isGivenUp = isRefusedForGood || run.isLastAttempt;
    const reason = error instanceof Error ? error.message : String(error);
    await updateFailedAttempt(
      database.sql,
      mailId,
      reason.slice(0, MAX_ERROR_LENGTH),
      endOf(isRefusedForGood, isGivenUp),
    );
    log.warn(
      { mailId, attempt: run.attempt, because: answerOf(error) },
      isGivenUp ? 'Sending an email failed, given up' : 'Sending an email failed, retrying',
    );
    if (isGivenUp) return;
    throw error;
  }
  await updateSent(database.sql, mailId, clock.now());
}

function endOf(isRefusedForGood: boolean, isGivenUp: boolean): 'refused' | 'given_up' | 'retried' {
  if (isRefusedForGood) return 'refused';
  return isGivenUp ? 'given_up' : 'retried';
}
