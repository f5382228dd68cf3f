import { alertRules } from '@trace/contract/alerts/alerts.rules';
import type { listAlerts } from '@trace/contract/alerts/alerts.api';
import type { Alert, Unread } from '@trace/contract/alerts/alerts.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import type { DevicesPort, RelationTo } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { invalidCursor } from '#platform/paging/invalid-cursor';
import { Refusal } from '#platform/refusal/refusal';
import { mailKeyOf } from './delivery/alerts.delivery.service.ts';
import { announceAlerts } from './alerts.events.ts';
import {
  findListed,
  listMessages,
  listPortalRows,
  markRead,
  markReadUpTo,
  type ListedRow,
  type MessageRow,
} from './alerts.list.store.ts';
import { mayHaveAlerts } from './alerts.policy.ts';
import { createVisibleAlerts } from './alerts.visible.service.ts';

export type AlertList = ReturnType<typeof createAlertList>;

export interface ListDependencies {
  database: Database;
  clock: Clock;
  mail: Pick<Mail, 'statesOf' | 'isConfigured'>;
  devices: Pick<DevicesPort, 'relationsOf'>;
}

/** Lists a user's alerts. Alerts of a device without a relation to the user are hidden. */
export function createAlertList({ database, clock, mail, devices }: ListDependencies) {
  const visible = createVisibleAlerts(database, devices);

  const requireMay = ({ role }: Actor): void => {
    if (!mayHaveAlerts(role)) throw new Refusal('forbidden', texts.notAllowed);
  };

  const present = async (
    actor: Actor,
    rows: readonly ListedRow[],
    known: ReadonlyMap<number, RelationTo>,
  ): Promise<Alert[]> => {
    const messages = await listMessages(
      database.sql,
      actor.accountId,
      rows.map(({ alertId }) => alertId),
    );
    const mailed = messages.filter(({ channel, state }) => channel === 'email' && state === 'sent');
    const mails = await mail.statesOf(mailed.map(({ id }) => mailKeyOf(id)));
    const byAlert = Map.groupBy(messages, ({ alertId }) => alertId);
    return rows.map((row) => {
      const device = row.deviceId === null ? undefined : known.get(row.deviceId);
      return {
        id: row.alertId,
        kind: row.kind,
        device: device === undefined ? null : { serialNumber: device.serial, name: device.name },
        startedAt: row.startedAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
        readAt: row.readAt?.toISOString() ?? null,
        deliveries: (byAlert.get(row.alertId) ?? []).map((message) =>
          presentMessage(
            { ...message, isTest: row.kind === 'test' },
            emailStateOf(mails.get(mailKeyOf(message.id)), mail.isConfigured()),
            clock.now(),
          ),
        ),
      };
    });
  };

  return {
    async list(
      actor: Actor,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<AnswerOf<typeof listAlerts>> {
      requireMay(actor);
      const { accountId } = actor;
      const { rows, devices, last, isMore } = await visible.find(
        actor,
        (before, most) => listPortalRows(database.sql, { accountId, before, limit: most }),
        { before: after === undefined ? null : numberOf(after), most: limit },
      );
      const [alerts, unread] = await Promise.all([present(actor, rows, devices), visible.unreadOf(actor)]);
      return { alerts, next: isMore ? String(last) : null, ...unread };
    },

    async markRead(actor: Actor, alertId: string): Promise<Unread> {
      requireMay(actor);
      const listed = await findListed(database.sql, actor.accountId, alertId);
      if (listed === undefined || !(await visible.maySee(actor, listed)))
        throw new Refusal('not_found', texts.notFound);
      await database.transaction(async (tx) => {
        if (await markRead(tx, actor.accountId, alertId, clock.now())) await announceAlerts(tx, [actor.accountId]);
      });
      return visible.unreadOf(actor);
    },

    /** @param upTo the newest alert that the user saw. Older alerts in the user's list are marked too. */
    async markAllRead(actor: Actor, upTo: string): Promise<Unread> {
      requireMay(actor);
      if ((await findListed(database.sql, actor.accountId, upTo)) === undefined)
        throw new Refusal('not_found', texts.listChanged);
      await database.transaction(async (tx) => {
        if (await markReadUpTo(tx, actor.accountId, upTo, clock.now())) await announceAlerts(tx, [actor.accountId]);
      });
      return visible.unreadOf(actor);
    },
  };
}

type EmailState = 'waiting' | 'no_server' | 'sent' | 'failed' | undefined;

const emailStateOf = (state: EmailState, isConfigured: boolean): EmailState =>
  state === 'waiting' && !isConfigured ? 'no_server' : state;

/** An email that was handed over may still wait for the mail server, or the mail server may have rejected the email. */
function presentMessage(
  { channel, state, dueAt, isTest }: MessageRow & { isTest: boolean },
  mail: EmailState,
  now: Date,
): Alert['deliveries'][number] {
  if (state === 'waiting' && dueAt > now) return { channel, state: 'quiet', until: dueAt.toISOString() };
  // No job retries a test.
  if (state === 'waiting' && isTest && now.getTime() - dueAt.getTime() > alertRules.testLastsMs)
    return { channel, state: 'failed', until: null };
  const really = channel === 'email' && state === 'sent' ? (mail ?? 'sent') : state;
  return { channel, state: really, until: null };
}

function numberOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}
