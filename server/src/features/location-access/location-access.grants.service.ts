import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { AccessChange } from '@trace/contract/location-access/location-access.stream';
import { retentionRules } from '@trace/contract/retention/retention.rules';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { announceChange } from './location-access.events.ts';
import type { GrantBasis } from './location-access.grant-basis.service.ts';
import { deleteAccessLogAfterYears, insertAccessLogEntries } from './location-access.access-log.store.ts';
import type { LiveGrant, LocationAccessPort } from './location-access.port.ts';
import { needsGrant, sightBy } from './location-access.policy.ts';
import {
  findRequest,
  hasUnended,
  holdRunning,
  listOpen,
  listOpenOfDevice,
  listRunning,
  takeExpired,
  takeLapsed,
  updateEnded,
  updateWithdrawn,
  type AccessRow,
  type GrantRow,
} from './location-access.store.ts';

export interface GrantsService extends LocationAccessPort {
  /** IDEV-10: ends the running grants and waiting requests of a device. A replacement device needs a new request. */
  endOfDevice(tx: Executor, deviceId: number): Promise<void>;
  /** Ends a grant, for the device's user or for the holder. */
  end(actor: Actor, origin: CallOrigin, id: string): Promise<void>;
  /** Publishes the expiry of grants, and ends grants whose basis is lost. */
  endOverdue(): Promise<void>;
  /** The same for requests that wait. */
  lapseOverdue(): Promise<void>;
  /** Deletes data that is older than the retention time of the audit log. */
  forgetOld(): Promise<void>;
}

export function createGrantsService({ database, grounds }: { database: Database; grounds: GrantBasis }): GrantsService {
  /** Publishes and audits an end that no person caused. */
  const publishChange = async (tx: Executor, row: AccessRow, what: AccessChange): Promise<void> => {
    await announceChange(tx, row, what);
    await recordAudit(tx, {
      actorId: null,
      action: 'locationAccess.end',
      subject: { type: 'device', id: row.serial },
      details: { requestId: row.id, as: what },
      requestId: null,
      address: null,
    });
  };

  /**
   * If the process dies before this call, the entry is already written. An open access log then finds the entry by
   * polling.
   */
  const publishView = (id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await findRequest(tx, id);
      if (row !== null) await announceChange(tx, row, 'looked');
    });

  const endGroundless = async (
    kind: 'running' | 'waiting',
    end: (tx: Executor, row: AccessRow) => Promise<AccessRow | null>,
    what: AccessChange,
  ): Promise<void> => {
    const open = await listOpen(database.sql, kind);
    if (open.length === 0) return;
    const standing = new Set((await grounds.standing(open)).map(({ id }) => id));
    for (const row of open.filter(({ id }) => !standing.has(id))) {
      await database.transaction(async (tx) => {
        if ((await end(tx, row)) !== null) await publishChange(tx, row, what);
      });
    }
  };

  const liveGrants: LocationAccessPort['liveGrants'] = async ({ accountIds, deviceIds }) => {
    if (accountIds.length === 0) return [];
    const running = await listRunning(database.sql, accountIds, deviceIds);
    return running.length === 0 ? [] : (await grounds.standing(running)).map(toLiveGrant);
  };

  return {
    liveGrants,
    sightBy,

    async locationAccessOf(accountId, device) {
      if (!needsGrant(device.relation)) return sightBy(device, null);
      const grants = await liveGrants({ accountIds: [accountId], deviceIds: [device.id] });
      return sightBy(device, grants[0] ?? null);
    },

    async lockLocationAccess(tx, accountId, device) {
      if (!needsGrant(device.relation)) return sightBy(device, null);
      const row = await holdRunning(tx, accountId, device.id);
      return sightBy(device, row !== null && (await grounds.isStillValid(tx, row)) ? toLiveGrant(row) : null);
    },

    async recordViews(executor, looks) {
      const seen = looks.filter(({ positions }) => positions > 0);
      if (seen.length === 0) return [];
      const { places, begunUnder } = await insertAccessLogEntries(executor, seen);
      for (const id of begunUnder) await publishView(id);
      return places.sort((one, other) => one - other).map((place) => seen[place]!);
    },

    async endOfDevice(tx, deviceId) {
      for (const row of await listOpenOfDevice(tx, deviceId)) {
        const isGrant = row.startsAt !== null;
        const ended = isGrant
          ? await updateEnded(tx, row.id, 'ground_lost')
          : await updateWithdrawn(tx, row.id, 'lapsed');
        if (ended !== null) await publishChange(tx, ended, isGrant ? 'ground_lost' : 'lapsed');
      }
    },

    async end(actor, origin, id) {
      await database.transaction(async (tx) => {
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
      });
    },

    async endOverdue() {
      // Checked before the transaction, because this runs all the time and mostly finds no work.
      if (!(await hasUnended(database.sql))) return;
      await database.transaction(async (tx) => {
        for (const row of await takeExpired(tx)) await publishChange(tx, row, 'expired');
      });
      await endGroundless('running', (tx, { id }) => updateEnded(tx, id, 'ground_lost'), 'ground_lost');
    },

    async lapseOverdue() {
      await database.transaction(async (tx) => {
        for (const row of await takeLapsed(tx)) await publishChange(tx, row, 'lapsed');
      });
      await endGroundless('waiting', (tx, { id }) => updateWithdrawn(tx, id, 'lapsed'), 'lapsed');
    },

    forgetOld: () => database.transaction((tx) => deleteAccessLogAfterYears(tx, retentionRules.auditYears)),
  };
}

const toLiveGrant = (row: GrantRow): LiveGrant => ({
  grantId: row.id,
  deviceId: row.deviceId,
  accountId: row.requesterId,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
});
