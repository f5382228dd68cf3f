import { randomUUID } from 'node:crypto';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Executor } from '#platform/db/database';
import type { IncidentRow } from '../incidents/panic.incidents.store.ts';
import { personOf } from './panic.chain.service.ts';
import { insertRecipients, listRecipients, markNotified } from './panic.recipients.store.ts';

export interface LateSupportDependencies {
  people: Pick<PeoplePort, 'accountsOf'>;
  staff: Pick<SupportStaffPort, 'activeIds'>;
}

export type LateSupport = ReturnType<typeof createLateSupport>;

/** Gives staff members who joined after the opening a place in the chain. */
export function createLateSupport({ people, staff }: LateSupportDependencies) {
  const insert = async (tx: Executor, incidentId: string, ids: readonly string[], dueAt: Date): Promise<void> => {
    const places = [...(await people.accountsOf(ids))].map(([accountId, account]) => {
      const place = { id: randomUUID(), incidentId, dueAt, rank: null, linkHash: null };
      return { ...personOf('support', accountId, account), ...place };
    });
    await insertRecipients(tx, places);
  };

  return {
    /** No message leaves about an incident of the free plan, whose chain is its wearers alone. */
    async add(tx: Executor, incidentId: string, accountId: string, dueAt: Date): Promise<void> {
      if ((await listRecipients(tx, incidentId)).every(({ role }) => role === 'wearer')) return;
      await insert(tx, incidentId, [accountId], dueAt);
    },

    /** All active staff, as notified, once the turn of support has come. Before, their colleagues wait as well. */
    async addAll(tx: Executor, incident: IncidentRow, at: Date): Promise<void> {
      const recipients = await listRecipients(tx, incident.id);
      const isTheirTurn = recipients.some(({ role, notifiedAt }) => role === 'support' && notifiedAt !== null);
      if (incident.isTest || incident.takenAt !== null || !isTheirTurn) return;
      const known = new Set(recipients.map(({ accountId }) => accountId));
      const joined = (await staff.activeIds()).filter((id) => !known.has(id));
      if (joined.length === 0) return;
      await insert(tx, incident.id, joined, at);
      const all = await listRecipients(tx, incident.id);
      await markNotified(
        tx,
        all.filter(({ accountId }) => accountId !== null && joined.includes(accountId)),
        at,
      );
    },
  };
}
