import type { TakenDevice } from '@trace/contract/devices/assignment/devices.taken.schema';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { fullName } from '@trace/contract/kernel/full-name';
import { isPhone } from '@trace/contract/kernel/serial';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { lockEntries } from '#platform/devices/identity/claims';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { deleteWaiting, endAssignmentTo } from './devices.assignment.store.ts';
import { refusalOf, type ClaimCodes } from '../registration/devices.claim-codes.service.ts';
import { removeAbandoned } from '../registration/devices.abandoned.service.ts';
import { deviceRelationEnded, deviceRemoved } from '../devices.events.ts';
import type { DeviceHooks } from '../devices.hooks.service.ts';
import { mayCancel, mayClaimAgain, mayEnd } from '../devices.policy.ts';
import type { Relations } from './devices.relations.service.ts';
import {
  deviceEntryOf,
  notFound,
  refuseUnless,
  lockAccess,
  requireAccess,
  publishToLists,
  publishToUser,
} from '../devices.access.service.ts';
import { findDevice, type DeviceRow } from '../devices.store.ts';
import { recordUnassignment, release, stateOf } from './devices.pending-return.service.ts';
import { deletePendingReturnOf, listPendingReturns, setVisibleSince } from './devices.pending-return.store.ts';

/** Limit for the list of devices pending return. A person with more devices contacts support. */
const MOST_TAKEN = 100;

export type UnassignmentService = ReturnType<typeof createUnassignmentService>;

export interface UnassignmentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly mail: Pick<Mail, 'send'>;
  readonly relations: Relations;
  readonly claims: ClaimCodes;
  readonly hooks: Pick<DeviceHooks, 'runUnassignHooks' | 'runRemoveHooks'>;
  people: Pick<PeoplePort, 'accountsOf' | 'profileOf'>;
  portalUrl(): string;
}

/** Ends assignments and records the consequences (authorization.md, a). */
export function createUnassignmentService(dependencies: UnassignmentDependencies) {
  const { database, clock, bus, relations, claims } = dependencies;

  /** A former user can still give back a taken device, despite having no access any more. */
  const giveBackTaken = async (tx: Executor, actor: Actor, origin: CallOrigin, serial: string): Promise<boolean> => {
    if (!(await deletePendingReturnOf(tx, serial, actor.accountId))) return false;
    await setVisibleSince(tx, serial, clock.now());
    await recordAudit(tx, deviceEntryOf(actor, origin, 'device.giveBack', serial));
    const row = await findDevice(tx, serial);
    if (row !== null) await publishToLists(relations, tx, row, []);
    return true;
  };

  return {
    /** Cancels an assignment that waits, for an account or until its user looks: the caller does not learn which. */
    async cancel(actor: Actor, origin: CallOrigin, serial: string): Promise<void> {
      const endedId = await database.transaction(async (tx) => {
        const { row, relation } = await requireAccess(relations, tx, actor, serial);
        refuseUnless(mayCancel(relation, stateOf(row)), texts.nothingWaits, texts.mayNotCancel);
        const at = clock.now();
        await recordUnassignment(tx, row, { by: actor.accountId, at });
        const { id: deviceId, assignedTo: accountId } = row;
        const isCancelled =
          accountId === null
            ? await deleteWaiting(tx, deviceId)
            : await endAssignmentTo(tx, { deviceId, accountId, endedBy: actor.accountId, at });
        if (!isCancelled) throw new Refusal('not_found', texts.nothingWaits);
        await recordAudit(tx, deviceEntryOf(actor, origin, 'device.cancelAssignment', row.serial));
        await publishToLists(relations, tx, row, []);
        if (accountId === null) return null;
        await publishToUser(tx, accountId, row.serial, 'ended');
        return deviceId;
      });
      if (endedId !== null) await bus.announceAndWait(deviceRelationEnded, { deviceId: endedId });
    },

    /** Ends the assignment, called by the user, the installer or the former user. */
    async end(actor: Actor, origin: CallOrigin, serial: string): Promise<void> {
      const ended = await database.transaction(async (tx) => {
        const seen = await lockAccess(relations, tx, actor, serial);
        const hasUser = seen !== null && seen.row.assignedTo !== null;
        if (!hasUser && (await giveBackTaken(tx, actor, origin, serial))) return null;
        if (seen === null || seen.relation === 'none') throw notFound();
        const { row, relation } = seen;
        if (isPhone(serial)) throw new Refusal('conflict', phonesTexts.noGiveBack);
        refuseUnless(mayEnd(relation, stateOf(row)), texts.noUser, texts.mayNotEnd);
        const isOwn = relation === 'assigned_user';
        const ending = { deviceId: row.id, accountId: row.assignedTo!, endedBy: actor.accountId, at: clock.now() };
        await recordUnassignment(tx, row, { by: actor.accountId, at: ending.at });
        if (!(await endAssignmentTo(tx, ending))) throw new Refusal('not_found', texts.noUser);
        await dependencies.hooks.runUnassignHooks(tx, { id: row.id, serial, formerUserId: ending.accountId });
        await recordAudit(tx, deviceEntryOf(actor, origin, 'device.endAssignment', row.serial, { isGivenBack: isOwn }));
        await publishToLists(relations, tx, row, []);
        if (!isOwn) await mailPendingReturn(dependencies, tx, { actor, origin, row });
        return { deviceId: row.id, isRemoved: isOwn && (await removeAbandoned(dependencies, tx, row)) };
      });
      if (ended === null) return;
      if (ended.isRemoved) bus.announce(deviceRemoved, { serial });
      await bus.announceAndWait(deviceRelationEnded, { deviceId: ended.deviceId });
    },

    async claimAgain(actor: Actor, origin: CallOrigin, serial: string, code: string): Promise<void> {
      const verdict = await database.transaction(async (tx) => {
        const hash = (await lockEntries(tx, [serial])).get(serial)?.labelHash ?? null;
        const { row, relation } = await requireAccess(relations, tx, actor, serial);
        refuseUnless(mayClaimAgain(relation, row.isTaken, stateOf(row)), texts.claimNotNeeded, texts.mayNotAssign);
        // Without a code on the label, no code can be right. A wrong code is counted, because the transaction commits.
        if (hash === null) return 'wrong';
        const [judged] = await claims.judge(tx, actor.accountId, [{ serial, hash, code }]);
        if (judged !== 'fits') return judged!;
        await release(tx, serial, clock.now());
        await recordAudit(tx, deviceEntryOf(actor, origin, 'device.claimAgain', serial));
        await publishToLists(relations, tx, row, []);
        return judged;
      });
      if (verdict !== 'fits') throw refusalOf(verdict);
    },

    async listTaken(actor: Actor): Promise<TakenDevice[]> {
      const rows = await listPendingReturns(database.sql, actor.accountId, MOST_TAKEN);
      return rows.map(({ serial, since }) => ({ serialNumber: serial, endedAt: since.toISOString() }));
    },
  };
}

async function mailPendingReturn(
  { people, mail, portalUrl }: Pick<UnassignmentDependencies, 'people' | 'mail' | 'portalUrl'>,
  tx: Executor,
  { actor, origin, row }: { actor: Actor; origin: CallOrigin; row: DeviceRow },
): Promise<void> {
  const accountId = row.assignedTo!;
  await publishToUser(tx, accountId, row.serial, 'ended');
  const user = (await people.accountsOf([accountId])).get(accountId);
  if (user === undefined) return;
  const device = deviceName(row.serial, row.nickname);
  // The page with the notice that confirms the return.
  const url = `${portalUrl()}${user.role === 'installer' ? '/installer/devices' : '/user'}`;
  await mail.send(tx, {
    to: user.email,
    reason: 'device',
    subject: texts.endedMailSubject(device),
    text: texts.endedMailText({ device, by: fullName(actor), url }),
    key: `device-assignment-ended:${origin.requestId}`,
  });
}
