// Audiences of events for all accounts with a role. Such an event has the fixed id of the role instead of account ids.
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';

/** Ids of accounts are random, so an account never has such an id. */
export const everyoneOf: Readonly<Record<Role, string>> = {
  user: '00000000-0000-4000-8000-000000000001',
  installer: '00000000-0000-4000-8000-000000000002',
  staff: '00000000-0000-4000-8000-000000000003',
};

const roleById = new Map(Object.entries(everyoneOf).map(([role, id]) => [id, role as Role]));

/** Returns the role whose audience this id is. Null for the id of an account. */
export const roleOfAudience = (id: string): Role | null => roleById.get(id) ?? null;

/** The audiences to which a person belongs. */
export const audiencesOf = ({ accountId, role }: Pick<Actor, 'accountId' | 'role'>): readonly string[] => [
  accountId,
  everyoneOf[role],
];
