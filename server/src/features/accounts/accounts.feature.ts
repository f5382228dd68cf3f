// A user's own account: view, change, download and delete the stored data.
// Serves every signed-in user. Every feature contributes the personal data that the feature stores.
// Rows SET, threats T33, T44.
import type { PersonData } from '#platform/actor/person-data';
import type { Feature } from '#platform/feature/feature';
import type { Tombstones } from '#platform/tombstones/tombstones';
import { revivableAccounts, type DeletionDependencies } from './accounts.deletion.service.ts';
import { createEmailService, type EmailDependencies } from './accounts.email.service.ts';
import { accountChanged } from './accounts.events.ts';
import { createProfileService, type ProfileDependencies } from './accounts.profile.service.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { createAccountsService, type AccountsDependencies } from './accounts.service.ts';
import { deleteEmailChanges, findWaitingEmail } from './accounts.store.ts';

export function createAccountsFeature(
  dependencies: EmailDependencies &
    ProfileDependencies &
    AccountsDependencies &
    DeletionDependencies & { readonly tombstones: Tombstones },
): Feature {
  const profile = createProfileService(dependencies);
  const email = createEmailService(dependencies);
  const accounts = createAccountsService(dependencies);
  return {
    name: 'accounts',
    routes: accountsRoutes({ profile, email, accounts }),
    durableEvents: [accountChanged],
    personData: ownData(dependencies),
    start: () => dependencies.tombstones.apply('account', revivableAccounts(dependencies)),
  };
}

const ownData = ({ clock }: Pick<AccountsDependencies, 'clock'>): PersonData => ({
  feature: 'accounts',
  read: async (executor, personId) => ({ nextEmail: await findWaitingEmail(executor, personId, clock.now()) }),
  forget: deleteEmailChanges,
});
