import { randomUUID } from 'node:crypto';
import type { ManagedUpdate, UpdateFields } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { readTimeCursor, timeCursorText } from '#platform/paging/time-cursor';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import {
  countUpdates,
  deleteManaged,
  findCreatedBy,
  insertManaged,
  listManaged,
  lockVersion,
  updateManaged,
  type ManagedRow,
} from './recent-updates.staff.store.ts';

export type ManagedUpdates = ReturnType<typeof createManagedUpdates>;

/** Support staff manage the updates that all visitors read (UPD-01). */
export function createManagedUpdates({ database, clock }: { database: Database; clock: Clock }) {
  const subjectOf = (id: string) => ({ type: 'recent_update', id });
  return {
    async list({ after, limit }: { after?: string | undefined; limit: number }) {
      const page = { after: readTimeCursor(after), limit: limit + 1 };
      const [rows, total] = await Promise.all([listManaged(database.sql, page), countUpdates(database.sql)]);
      const updates = rows.slice(0, limit);
      const last = rows.length > limit ? updates.at(-1) : undefined;
      const next = last === undefined ? null : timeCursorText({ at: last.publishedAt, id: last.id });
      return { updates: updates.map(present), total, next };
    },

    /** `id`: chosen by the caller. A repeat with the same id publishes nothing, because the answer may have been lost. */
    create: (
      actor: Actor,
      origin: CallOrigin,
      { id = randomUUID(), ...fields }: UpdateFields & { id?: string | undefined },
    ): Promise<ManagedUpdate> =>
      database.transaction(async (tx) => {
        const row = await insertManaged(tx, { ...fields, id, by: actor, at: clock.now() });
        if (row === null) return present(await getRepeated(tx, actor, id));
        await recordAudit(tx, entryOf(actor.accountId, origin, 'recentUpdates.create', subjectOf(id), kindOf(fields)));
        return present(row);
      }),

    /** Refuses `not_found`, and `conflict` when another edit was saved since the caller loaded the update. */
    edit: (
      actor: Actor,
      origin: CallOrigin,
      id: string,
      { version, ...fields }: UpdateFields & { version: number },
    ): Promise<ManagedUpdate> =>
      database.transaction(async (tx) => {
        const current = await lockVersion(tx, id);
        if (current === null) throw new Refusal('not_found', texts.deletedMeanwhile);
        if (current !== version) throw new Refusal('conflict', texts.stale);
        const row = await updateManaged(tx, { ...fields, id, at: clock.now() });
        await recordAudit(tx, entryOf(actor.accountId, origin, 'recentUpdates.edit', subjectOf(id), kindOf(fields)));
        return present(row);
      }),

    delete: (actor: Actor, origin: CallOrigin, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await deleteManaged(tx, id))) throw new Refusal('not_found', texts.notFound);
        await recordAudit(tx, entryOf(actor.accountId, origin, 'recentUpdates.delete', subjectOf(id)));
      }),
  };
}

async function getRepeated(tx: Executor, { accountId }: Actor, id: string): Promise<ManagedRow> {
  const row = await findCreatedBy(tx, accountId, id);
  if (row === null) throw new Refusal('conflict', texts.idTaken, { field: 'body.id' });
  return row;
}

const kindOf = ({ type, isActive }: UpdateFields) => ({ type, isActive });

const present = ({ outageStartsAt, outageEndsAt, ...row }: ManagedRow): ManagedUpdate => ({
  ...row,
  outage:
    outageStartsAt === null || outageEndsAt === null
      ? null
      : { startsAt: outageStartsAt.toISOString(), endsAt: outageEndsAt.toISOString() },
  publishedAt: row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
