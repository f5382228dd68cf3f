import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import type { listAccess } from '@trace/contract/location-access/location-access.api';
import type { getAccessRequestsFunction } from '@trace/contract/location-access/location-access.functions.api';
import type { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { GrantBasis } from './location-access.grant-basis.service.ts';
import { listLastViews, listAccessLog } from './location-access.access-log.store.ts';
import type { OpenRequest } from './location-access.port.ts';
import { showPeople, type ShownPeopleDependencies } from './location-access.people.service.ts';
import { presentGrant, presentLook, presentRequest } from './location-access.present.rules.ts';
import { findDatabaseTime, findRequest, listOpenOf, type AccessRow, type GrantRow } from './location-access.store.ts';

export type AccessLists = ReturnType<typeof createAccessLists>;

export interface ListsDependencies extends ShownPeopleDependencies {
  database: Database;
  grantBasis: GrantBasis;
}

export function createAccessLists(dependencies: ListsDependencies) {
  const { database, grantBasis } = dependencies;
  const openOf = async (personId: string): Promise<AccessRow[]> =>
    grantBasis.validOf(await listOpenOf(database.sql, personId));

  return {
    /** Requests and grants of a person, on either side, that are open and stand. */
    async mine({ accountId }: Actor): Promise<AnswerOf<typeof listAccess>> {
      const [rows, asOf] = await Promise.all([openOf(accountId), findDatabaseTime(database.sql)]);
      const given = rows.filter((row) => row.userId === accountId);
      const held = rows.filter((row) => row.requesterId === accountId);
      const grants = rows.filter(isGrant);
      const [personOf, lastLooks] = await Promise.all([
        showPeople(
          dependencies,
          given.map(({ requesterId }) => requesterId),
        ),
        listLastViews(
          database.sql,
          grants.map(({ id }) => id),
        ),
      ]);
      const lastLookOf = new Map(lastLooks.map(({ grantId, at }) => [grantId, at]));
      const lookedAt = ({ id }: AccessRow): Date | null => lastLookOf.get(id) ?? null;
      return {
        asOf: asOf.toISOString(),
        addressed: given.filter(waits).map((row) => presentRequest(row, personOf(row.requesterId))),
        sent: held.filter(waits).map((row) => presentRequest(row, null)),
        given: given.filter(isGrant).map((row) => presentGrant(row, personOf(row.requesterId), lookedAt(row))),
        held: held.filter(isGrant).map((row) => presentGrant(row, null, lookedAt(row))),
      };
    },

    async looks(
      { accountId }: Actor,
      { serialNumber, after, limit }: { serialNumber?: string | undefined; after?: string | undefined; limit: number },
    ): Promise<AnswerOf<typeof listLooks>> {
      const page = { serial: serialNumber ?? null, after: after ?? null, limit: limit + 1 };
      const rows = await listAccessLog(database.sql, accountId, page);
      const shown = rows.slice(0, limit);
      const personOf = await showPeople(
        dependencies,
        shown.map(({ viewerId }) => viewerId),
      );
      const looks = shown.map((row) => presentLook(row, personOf(row.viewerId)));
      return { looks, next: rows.length > limit ? shown.at(-1)!.id : null };
    },

    /** Returns this user's pending requests in the shape of the function. */
    async requests({ accountId }: Actor): Promise<AnswerOf<typeof getAccessRequestsFunction>> {
      const rows = (await openOf(accountId)).filter((row) => row.userId === accountId && waits(row));
      const personOf = await showPeople(
        dependencies,
        rows.map(({ requesterId }) => requesterId),
      );
      return {
        requests: rows.map((row) => ({
          id: row.id,
          device_serial: row.serial,
          installer_email: personOf(row.requesterId).email,
          duration_minutes: row.minutes,
          expires_at: row.lapsesAt.toISOString(),
          status: 'pending' as const,
        })),
      };
    },

    /** FN-01: refuses an email address in a body unless the address is the caller's own. */
    requireOwn(actor: Actor, email: string | undefined): void {
      if (email !== undefined && normalise(email) !== normalise(actor.email))
        throw new Refusal('forbidden', texts.otherPerson, { field: 'body.userEmail' });
    },
  };
}

const normalise = (email: string): string => email.trim().normalize('NFC').toLowerCase();
const waits = (row: AccessRow): boolean => row.status === 'pending';
const isGrant = (row: AccessRow): row is GrantRow => row.status === 'approved';

export interface OpenRequestDependencies {
  readonly database: Database;
  readonly grantBasis: Pick<GrantBasis, 'validOf'>;
}

/** Whether a request waits or its grant runs, on a basis that is still valid. */
export async function isOpen(
  { database, grantBasis }: OpenRequestDependencies,
  { id, userId }: AccessRow,
): Promise<boolean> {
  const open = await listOpenOf(database.sql, userId);
  return (await grantBasis.validOf(open)).some((row) => row.id === id);
}

/** Returns a request that waits for the answer of its user, or null. */
export async function findOpenRequest(dependencies: OpenRequestDependencies, id: string): Promise<OpenRequest | null> {
  const row = await findRequest(dependencies.database.sql, id);
  return row?.status === 'pending' && (await isOpen(dependencies, row)) ? row : null;
}
