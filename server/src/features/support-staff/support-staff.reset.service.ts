import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { SUPPORT_RESET_LIVES_MS } from '@trace/contract/support-staff/support-staff.rules';
import { supportResetTexts as texts } from '@trace/contract/support-staff/support-staff.reset.texts';
import type { Account } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { StaffDependencies } from './support-staff.service.ts';

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** T28: staff send a reset link to the registered address of a user or an installer. Staff never see the link. */
export function createPasswordResets({
  database,
  auth,
  people,
}: Pick<StaffDependencies, 'database' | 'auth' | 'people'>) {
  return {
    async send(
      actor: Actor,
      origin: CallOrigin,
      { email, endSessions }: { email: string; endSessions: boolean },
    ): Promise<void> {
      const { id } = requireTarget(await people.findAccountByEmail(email));
      await auth.reserveSupportReset(id);
      await database.transaction(async (tx) => {
        const target = requireTarget(await people.lockAccountOf(tx, email));
        if (endSessions) await auth.endAccess(tx, target.id, 'ended_by_server');
        await auth.sendPasswordLink(tx, {
          accountId: target.id,
          email: target.email,
          livesMs: SUPPORT_RESET_LIVES_MS,
          words: endSessions ? texts.takeoverMail : texts.mail,
        });
        const subject = { type: 'account', id: target.id };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'supportStaff.passwordReset', subject, { endSessions }));
      });
    },

    /** FN-01: the session says who the staff member is. An address in the body must be the same. */
    requireOwn(actor: Actor, email: string | undefined): void {
      if (email !== undefined && normaliseEmail(email) !== actor.email)
        throw new Refusal('forbidden', texts.otherStaff, { field: 'body.supportStaffEmail' });
    },
  };
}

/** Staff are never a target, whether active or not. */
function requireTarget(account: Account | null): Account {
  if (account === null) throw new Refusal('not_found', texts.unknown, { field: 'body.email' });
  if (account.role === 'staff') throw new Refusal('forbidden', texts.staff, { field: 'body.email' });
  return account;
}
