import { STAFF_INVITATION_LIVES_MS } from '@trace/contract/support-staff/support-staff.rules';
import type { NewStaff, StaffChange, StaffMember } from '@trace/contract/support-staff/support-staff.schema';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import type { AuthPort } from '#features/auth/auth.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { DeactivationHandler } from './support-staff.port.ts';
import type { RemovalApprovalsDependencies } from './support-staff.removals.service.ts';
import { mayChangeStaff } from './support-staff.policy.ts';
import {
  findStaff,
  isActiveStaff,
  listStaff,
  lockActiveAdmins,
  lockStaff,
  updateStaff,
  type StaffRow,
} from './support-staff.store.ts';

export interface StaffDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly auth: Pick<
    AuthPort,
    'insertAccount' | 'changeEmail' | 'sendPasswordLink' | 'endAccess' | 'reserveSupportReset'
  > &
    RemovalApprovalsDependencies['auth'];
  readonly people: Pick<PeoplePort, 'findAccountByEmail' | 'lockAccount' | 'lockAccountOf' | 'accountsOf'>;
  deactivated: DeactivationHandler;
}

export type StaffService = ReturnType<typeof createStaffService>;

export function createStaffService({ database, clock, auth, people, deactivated }: StaffDependencies) {
  const getStaff = async (tx: Executor, id: string): Promise<StaffRow> => {
    const row = await findStaff(tx, id);
    if (row === null) throw new Refusal('not_found', texts.notFound);
    return row;
  };

  const sendInvitation = (tx: Executor, { id, email }: Pick<StaffRow, 'id' | 'email'>): Promise<void> =>
    auth.sendPasswordLink(tx, {
      accountId: id,
      email,
      livesMs: STAFF_INVITATION_LIVES_MS,
      words: texts.invitationMail,
    });

  return {
    async list(actor: Actor, { search, after, limit }: { search: string; after?: string | undefined; limit: number }) {
      const rows = await listStaff(database.sql, { search, after: after ?? null, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        staff: page.map(present),
        next: rows.length > limit ? page.at(-1)!.id : null,
        mayManage: actor.isStaffAdmin === true,
      };
    },

    /** Adds an account without a password. Only the link of the email sets one. */
    add: (actor: Actor, origin: CallOrigin, given: NewStaff): Promise<StaffMember> =>
      database.transaction(async (tx) => {
        requireAdmin(actor, await lockActiveAdmins(tx));
        const id = await auth.insertAccount(tx, { ...given, role: 'staff', timeZone: actor.timeZone });
        await sendInvitation(tx, { id, email: normaliseEmail(given.email) });
        await recordAudit(tx, entryOf(actor.accountId, origin, 'supportStaff.add', subjectOf(id)));
        return present(await getStaff(tx, id));
      }),

    /** Changes the flags. A deactivation ends every session in the same transaction. */
    change: (actor: Actor, origin: CallOrigin, id: string, change: StaffChange): Promise<StaffMember> =>
      database.transaction(async (tx) => {
        const admins = await lockActiveAdmins(tx);
        requireAdmin(actor, admins);
        const before = await lockStaff(tx, id);
        if (before === null) throw new Refusal('not_found', texts.notFound);
        const after = { isActive: change.isActive ?? before.isActive, isAdmin: change.isAdmin ?? before.isAdmin };
        const verdict = mayChangeStaff({ accountId: id, before, after }, admins);
        if (verdict !== 'allowed') throw new Refusal('conflict', verdict);
        await updateStaff(tx, id, { ...after, at: clock.now() });
        if (!after.isActive) await auth.endAccess(tx, id, 'deactivated');
        if (before.isActive && !after.isActive) await deactivated(tx, id);
        await recordAudit(tx, entryOf(actor.accountId, origin, 'supportStaff.change', subjectOf(id), { ...change }));
        return present(await getStaff(tx, id));
      }),

    sendLink: (actor: Actor, origin: CallOrigin, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        requireAdmin(actor, await lockActiveAdmins(tx));
        const row = await getStaff(tx, id);
        if (!row.isActive || !row.isInvited) throw new Refusal('conflict', texts.isActiveAlready);
        await sendInvitation(tx, row);
        await recordAudit(tx, entryOf(actor.accountId, origin, 'supportStaff.sendLink', subjectOf(id)));
      }),

    /** Corrects the address of staff who could not choose a password yet, because the link went to another person. */
    correctEmail: (actor: Actor, origin: CallOrigin, id: string, given: string): Promise<StaffMember> =>
      database.transaction(async (tx) => {
        requireAdmin(actor, await lockActiveAdmins(tx));
        // The lock waits for a concurrent use of the link, which sets a password.
        await people.lockAccount(tx, id);
        const row = await getStaff(tx, id);
        if (!row.isActive || !row.isInvited) throw new Refusal('conflict', texts.emailIsTheirs);
        const email = normaliseEmail(given);
        const owner = await people.findAccountByEmail(email);
        if (owner !== null && owner.id !== id)
          throw new Refusal('conflict', signUpTexts.emailInUse, { field: 'body.email' });
        await auth.changeEmail(tx, id, email);
        await sendInvitation(tx, { id, email });
        await recordAudit(tx, entryOf(actor.accountId, origin, 'supportStaff.correctEmail', subjectOf(id)));
        return present(await getStaff(tx, id));
      }),

    /** FN-01: answers only staff about the addresses of other people, so that no list of accounts can be made. */
    async isStaff(actor: Actor, email: string = actor.email): Promise<boolean> {
      const isOwn = normaliseEmail(email) === actor.email;
      if (!isOwn && actor.role !== 'staff')
        throw new Refusal('forbidden', texts.otherPerson, { field: 'body.user_email' });
      return isActiveStaff(database.sql, normaliseEmail(email));
    },
  };
}

/** The edge has checked the flag before the locks. The flag can have been removed meanwhile. */
function requireAdmin(actor: Actor, admins: readonly string[]): void {
  if (!admins.includes(actor.accountId)) throw new Refusal('forbidden', texts.noLongerAdmin);
}

const subjectOf = (id: string) => ({ type: 'account', id });

const present = ({ createdAt, updatedAt, ...row }: StaffRow): StaffMember => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
