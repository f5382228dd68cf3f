import { randomUUID } from 'node:crypto';
import type { PeoplePort } from '#features/people/people.port';
import type { Executor } from '#platform/db/database';
import { personOf } from './panic.chain.service.ts';
import { insertRecipients, listRecipients } from './panic.recipients.store.ts';

export type AddLateSupport = ReturnType<typeof createLateSupport>;

/**
 * Gives a staff member who joined after the opening a place in the chain. No message leaves about an incident of the free
 * plan, whose chain is its wearers alone.
 */
export function createLateSupport({ people }: { people: Pick<PeoplePort, 'accountsOf'> }) {
  return async (tx: Executor, incidentId: string, accountId: string, dueAt: Date): Promise<void> => {
    if ((await listRecipients(tx, incidentId)).every(({ role }) => role === 'wearer')) return;
    const account = (await people.accountsOf([accountId])).get(accountId);
    if (account === undefined) return;
    const place = { id: randomUUID(), incidentId, dueAt, rank: null, linkHash: null };
    await insertRecipients(tx, [{ ...personOf('support', accountId, account), ...place }]);
  };
}
