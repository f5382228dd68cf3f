import { usualChoices, type AlertChoices, type QuietHours } from '@trace/contract/alerts/alerts.rules';
import type { Role } from '@trace/contract/kernel/roles';
import type { Executor } from '#platform/db/database';
import { listSettings } from './alerts.settings.store.ts';

export interface Account {
  readonly email: string;
  readonly role: Role;
  readonly timeZone: string;
}

/** A possible recipient and the recipient's choices. */
export interface Addressee extends Account {
  readonly id: string;
  readonly choices: AlertChoices;
  readonly quietHours: QuietHours | null;
}

export interface PeopleDependencies {
  people: { accountsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Account>> };
}

/** Returns these users with their choices. Deleted accounts are missing. */
export async function addresseesOf(
  executor: Executor,
  { people }: PeopleDependencies,
  ids: readonly string[],
): Promise<Map<string, Addressee>> {
  const [accounts, chosen] = await Promise.all([people.accountsOf(ids), listSettings(executor, ids)]);
  return new Map(
    [...accounts].map(([id, { email, role, timeZone }]) => {
      const { choices = null, quietHours = null } = chosen.get(id) ?? {};
      return [id, { id, email, role, timeZone, choices: choices ?? usualChoices(role), quietHours }];
    }),
  );
}
