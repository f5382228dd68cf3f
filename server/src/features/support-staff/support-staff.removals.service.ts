import type { WaitingRemoval } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts as texts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import type { AuthPort } from '#features/auth/auth.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { sourceOf } from '#platform/audit/audit';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';

export type RemovalApprovals = ReturnType<typeof createRemovalApprovals>;

export interface RemovalApprovalsDependencies {
  readonly auth: Pick<AuthPort, 'approveSecondFactorRemoval' | 'waitingRemovals'>;
  readonly people: Pick<PeoplePort, 'accountsOf'>;
}

/** AUTH-18: staff approve that the lost second factor of a user or an installer is removed. */
export function createRemovalApprovals({ auth, people }: RemovalApprovalsDependencies) {
  return {
    list: async (): Promise<{ removals: WaitingRemoval[] }> => ({ removals: [...(await auth.waitingRemovals())] }),

    async approve(actor: Actor, origin: CallOrigin, id: string): Promise<void> {
      const account = (await people.accountsOf([id])).get(id);
      // The operator approves for staff at the console, because staff could otherwise help each other into an account.
      if (account === undefined || account.role === 'staff') throw new Refusal('not_found', texts.lostNotWaiting);
      await auth.approveSecondFactorRemoval(account.email, sourceOf(actor, origin));
    },
  };
}
