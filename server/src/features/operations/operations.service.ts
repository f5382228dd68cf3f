import { redacted } from '@trace/contract/device-protocol/redaction';
import { done } from '@trace/contract/kernel/endpoint';
import type { MailState } from '@trace/contract/operations/operations.rules';
import type { FailedJob, MailRow, Operations, QuarantinedMessage } from '@trace/contract/operations/operations.schema';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { CallOrigin } from '#platform/http/route';
import type { ResendOutcome } from '#platform/mail/mail-administration';
import type { ServerProcesses } from '#platform/processes/server-processes';
import { Refusal } from '#platform/refusal/refusal';
import { alarmsOf } from './operations.alarms.rules.ts';
import { measureFigures, type FiguresDependencies } from './operations.figures.service.ts';
import { listAlarms } from './operations.store.ts';

export type OperationsService = ReturnType<typeof createOperationsService>;

interface Page {
  after?: string | undefined;
  limit: number;
}

export interface OperationsDependencies extends FiguresDependencies {
  processes: Pick<ServerProcesses, 'id' | 'list'>;
}

export function createOperationsService(dependencies: OperationsDependencies) {
  const { database, mail, jobs, gateway, processes } = dependencies;
  return {
    async read(): Promise<Operations> {
      const [figures, stored, live] = await Promise.all([
        measureFigures(dependencies),
        listAlarms(database.sql),
        processes.list(),
      ]);
      const startOf = new Map(stored.map(({ code, startedAt }) => [code, startedAt.toISOString()]));
      return {
        ...figures,
        processes: live.map(({ id, startedAt, seenAt, openStreams, ...row }) => ({
          ...row,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
          openPages: openStreams,
          isAnswering: id === processes.id,
        })),
        alarms: alarmsOf(figures).map((code) => ({ code, since: startOf.get(code) ?? figures.at })),
      };
    },

    async countAlarms(): Promise<{ alarms: number }> {
      return { alarms: (await listAlarms(database.sql)).length };
    },

    async listMails({ state, search, ...page }: Page & { state: MailState; search: string }) {
      const rows = await mail.administration.list({ state, search, ...rangeOf(page) });
      const { shown, next } = pageOf(rows, page);
      const mails = shown.map(({ id, createdAt, sentAt, ...row }): MailRow => ({
        ...row,
        id: String(id),
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      }));
      return { mails, isConfigured: mail.isConfigured(), next };
    },

    /** The HTTP edge records the read with the id of the email before this runs. */
    async readMail(id: string) {
      // With a mail server only the recipient gets codes and links.
      if (mail.isConfigured()) throw new Refusal('conflict', texts.textIsPrivate);
      const text = await mail.administration.readText(Number(id));
      if (text === 'missing') throw new Refusal('not_found', texts.mailMissing);
      if (text === 'no_text') throw new Refusal('conflict', texts.textGone);
      return text;
    },

    async resendMail(actor: Actor, origin: CallOrigin, id: string) {
      await database.transaction(async (tx) => {
        const outcome = await mail.administration.resend(tx, Number(id));
        if (outcome !== 'resent') throw refusedResend(outcome);
        await recordAudit(tx, entryOf(actor.accountId, origin, 'operations.resendMail', { type: 'mail', id }));
      });
      return done;
    },

    async listFailedJobs(page: Page) {
      const { shown, next } = pageOf(await jobs.administration.listFailed(rangeOf(page)), page);
      const failed = shown.map(({ id, name, attempts, lastError, failedAt }): FailedJob => ({
        ...{ id: String(id), name, attempts },
        reason: redacted(lastError ?? ''),
        failedAt: failedAt.toISOString(),
      }));
      return { jobs: failed, next };
    },

    async retryJob(actor: Actor, origin: CallOrigin, id: string) {
      await database.transaction(async (tx) => {
        const name = await jobs.administration.retry(tx, Number(id));
        if (name === undefined) throw new Refusal('not_found', texts.jobMissing);
        await recordAudit(tx, entryOf(actor.accountId, origin, 'operations.retryJob', { type: 'job', id }, { name }));
      });
      return done;
    },

    async listQuarantined({ search, ...page }: Page & { search: string }) {
      const rows = await gateway().quarantine.list({ search, ...rangeOf(page) });
      const { shown, next } = pageOf(rows, page);
      const messages = shown.map(({ id, serial, kind, reason, sizeBytes, receivedAt }): QuarantinedMessage => ({
        ...{ id: String(id), serialNumber: serial, kind, sizeBytes },
        reason: redacted(reason),
        receivedAt: receivedAt.toISOString(),
      }));
      return { messages, next };
    },
  };
}

/** Asks for a row more than a page shows, which tells whether another page follows. */
const rangeOf = ({ after, limit }: Page) => ({ before: after === undefined ? null : Number(after), limit: limit + 1 });

function pageOf<Row extends { id: number }>(rows: readonly Row[], { limit }: Page) {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? String(shown.at(-1)!.id) : null };
}

function refusedResend(outcome: Exclude<ResendOutcome, 'resent'>): Refusal {
  if (outcome === 'missing') return new Refusal('not_found', texts.mailMissing);
  const reasons = { sent_before: texts.wasSent, no_text: texts.textGone, no_server: texts.noServer };
  return new Refusal('conflict', reasons[outcome]);
}
