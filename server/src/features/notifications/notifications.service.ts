import { randomUUID } from 'node:crypto';
import { notificationRules as rules } from '@trace/contract/notifications/notifications.rules';
import type {
  NewNotification,
  Notification,
  SentNotification,
} from '@trace/contract/notifications/notifications.schema';
import type { listSentNotifications } from '@trace/contract/notifications/notifications.staff.api';
import { sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import type { AnswerOf, QueryOf } from '@trace/contract/kernel/endpoint';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { DAY_MS } from '@trace/contract/kernel/time';
import { readTimeCursor, timeCursorText } from '#platform/paging/time-cursor';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { publishToAudience, publishToPerson } from './notifications.events.ts';
import type { NotificationsPort } from './notifications.port.ts';
import { audiencesOfRole, readableAudiences } from './notifications.policy.ts';
import {
  findSentBy,
  insertNotification,
  insertReads,
  listReceived,
  listSent,
  updateWithdrawn,
  type ReceivedRow,
  type SentRow,
} from './notifications.store.ts';

export type NotificationsService = ReturnType<typeof createNotificationsService>;

export interface NotificationsDependencies {
  database: Database;
  clock: Clock;
}

/** A notification of the portal itself is shown for a week. */
const OWN_SHOWN_MS = 7 * DAY_MS;

export function createNotificationsService({ database, clock }: NotificationsDependencies) {
  const notifyStaff: NotificationsPort['notifyStaff'] = async (tx, fields) => {
    const createdAt = clock.now();
    await insertNotification(tx, {
      ...{ ...fields, id: randomUUID(), audience: 'support', createdAt },
      expiresAt: new Date(createdAt.getTime() + OWN_SHOWN_MS),
      by: { accountId: null, email: texts.portal },
    });
    await publishToAudience(tx, 'support');
  };

  return {
    notifyStaff,

    async received({ accountId, role }: Actor): Promise<Notification[]> {
      const of = { accountId, audiences: audiencesOfRole(role), at: clock.now(), limit: rules.bellSize };
      return (await listReceived(database.sql, of)).map(presentReceived);
    },

    /** Marks as read for this person alone (T48). */
    read: ({ accountId, role }: Actor, ids: readonly string[]): Promise<void> =>
      database.transaction(async (tx) => {
        const marked = await insertReads(tx, {
          accountId,
          audiences: readableAudiences(role),
          ids,
          at: clock.now(),
        });
        if (marked > 0) await publishToPerson(tx, accountId);
      }),

    async sent(
      { accountId }: Actor,
      { search = '', type, after, limit }: QueryOf<typeof listSentNotifications>,
    ): Promise<AnswerOf<typeof listSentNotifications>> {
      const filter = { accountId, search, type: type ?? null, after: readTimeCursor(after), limit: limit + 1 };
      const rows = await listSent(database.sql, filter);
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        notifications: page.map(presentSent),
        next: last === undefined ? null : timeCursorText({ at: last.createdAt, id: last.id }),
      };
    },

    /** `id`: chosen by the caller. A repeat with the same id sends nothing, because the answer may have been lost. */
    async create(
      actor: Actor,
      origin: CallOrigin,
      { id = randomUUID(), ...fields }: NewNotification & { id?: string | undefined },
    ): Promise<SentNotification> {
      const now = clock.now();
      const expiresAt = fields.expiresAt === null ? null : new Date(fields.expiresAt);
      const leftMs = expiresAt === null ? 1 : expiresAt.getTime() - now.getTime();
      if (leftMs <= 0 || leftMs > rules.expiresWithinMs)
        throw new Refusal('invalid_input', texts.expiryPast, { field: 'body.expiresAt' });
      return database.transaction(async (tx) => {
        const row = await insertNotification(tx, { ...fields, id, by: actor, createdAt: now, expiresAt });
        if (row === null) return presentSent(await getRepeated(tx, actor, id));
        const { type, audience } = fields;
        const subject = { type: 'notification', id };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'notifications.create', subject, { type, audience }));
        await publishToAudience(tx, audience);
        return presentSent(row);
      });
    },

    withdraw: (actor: Actor, origin: CallOrigin, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        const audience = await updateWithdrawn(tx, id, clock.now());
        if (audience === null) throw new Refusal('not_found', texts.notFound);
        const subject = { type: 'notification', id };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'notifications.withdraw', subject, { audience }));
        await publishToAudience(tx, audience);
      }),
  };
}

async function getRepeated(tx: Executor, { accountId }: Actor, id: string): Promise<SentRow> {
  const row = await findSentBy(tx, accountId, id);
  if (row === null) throw new Refusal('conflict', texts.idTaken, { field: 'body.id' });
  return row;
}

const presentReceived = (row: ReceivedRow): Notification => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

const presentSent = (row: SentRow): SentNotification => ({
  ...presentReceived(row),
  audience: row.audience,
  createdBy: row.createdBy,
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});
