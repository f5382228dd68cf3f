import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { AccessChange } from '@trace/contract/location-access/location-access.stream';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { endBreakGlassOfDevice, markBreakGlassExpired } from './break-glass/location-access.break-glass.store.ts';
import { announceChange, grantEnded } from './location-access.events.ts';
import type { GrantsDependencies } from './location-access.grants.service.ts';
import {
  findRequest,
  listOpen,
  listOpenOfDevice,
  takeExpired,
  takeLapsed,
  updateEnded,
  updateWithdrawn,
  type AccessRow,
} from './location-access.store.ts';

export interface EndingsDependencies extends GrantsDependencies {
  bus: Bus;
}

export type GrantEndings = ReturnType<typeof createGrantEndings>;

/** Ends of grants and of waiting requests: by a person, by their time, or because their basis is lost. */
export function createGrantEndings({ database, bus, grantBasis }: EndingsDependencies) {
  const endWithoutBasis = async (
    kind: 'running' | 'waiting',
    end: (tx: Executor, row: AccessRow) => Promise<AccessRow | null>,
    what: AccessChange,
  ): Promise<void> => {
    const open = await listOpen(database.sql, kind);
    if (open.length === 0) return;
    const valid = new Set((await grantBasis.validOf(open)).map(({ id }) => id));
    for (const row of open.filter(({ id }) => !valid.has(id))) {
      await database.transaction(async (tx) => {
        if ((await end(tx, row)) !== null) await publishAndAuditEnd(tx, row, what);
      });
    }
  };

  return {
    /** IDEV-10: ends the running grants and waiting requests of a device. A replacement device needs a new request. */
    async endOfDevice(tx: Executor, deviceId: number): Promise<void> {
      await endBreakGlassOfDevice(tx, deviceId);
      for (const row of await listOpenOfDevice(tx, deviceId)) {
        const isGrant = row.startsAt !== null;
        const ended = isGrant
          ? await updateEnded(tx, row.id, 'ground_lost')
          : await updateWithdrawn(tx, row.id, 'lapsed');
        if (ended !== null) await publishAndAuditEnd(tx, ended, isGrant ? 'ground_lost' : 'lapsed');
      }
    },

    /** Ends a grant, for the device's user or for the holder. */
    async end(actor: Actor, origin: CallOrigin, id: string): Promise<void> {
      const deviceId = await database.transaction(async (tx) => {
        const row = await findRequest(tx, id);
        const isParty = row !== null && (row.userId === actor.accountId || row.requesterId === actor.accountId);
        if (!isParty || row.startsAt === null) throw new Refusal('not_found', texts.notFound);
        const as = row.userId === actor.accountId ? 'ended' : 'given_up';
        const ended = await updateEnded(tx, id, as);
        if (ended === null) throw new Refusal('conflict', texts.ended);
        await announceChange(tx, ended, as);
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'locationAccess.end',
          subject: { type: 'device', id: ended.serial },
          details: { requestId: id, as },
          ...origin,
        });
        return ended.deviceId;
      });
      await bus.announceAndWait(grantEnded, { deviceId });
    },

    /** Publishes the expiry of grants, and ends grants whose basis is lost. */
    async endOverdue(): Promise<void> {
      await database.transaction(async (tx) => {
        for (const row of await takeExpired(tx)) await publishAndAuditEnd(tx, row, 'expired');
      });
      await endWithoutBasis('running', (tx, { id }) => updateEnded(tx, id, 'ground_lost'), 'ground_lost');
    },

    /** The same for requests that wait. Marks accesses of support that have expired. */
    async lapseOverdue(): Promise<void> {
      await markBreakGlassExpired(database.sql);
      await database.transaction(async (tx) => {
        for (const row of await takeLapsed(tx)) await publishAndAuditEnd(tx, row, 'lapsed');
      });
      await endWithoutBasis('waiting', (tx, { id }) => updateWithdrawn(tx, id, 'lapsed'), 'lapsed');
    },
  };
}

/** Publishes and audits an end that no person caused. */
async function publishAndAuditEnd(tx: Executor, row: AccessRow, what: AccessChange): Promise<void> {
  await announceChange(tx, row, what);
  await recordAudit(tx, {
    actorId: null,
    action: 'locationAccess.end',
    subject: { type: 'device', id: row.serial },
    details: { requestId: row.id, as: what },
    requestId: null,
    address: null,
  });
}
