import type { PanicChannel, PanicKind } from '@trace/contract/panic/panic.rules';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { cancelWaitingOf } from '../delivery/panic.deliveries.store.ts';
import { isInEmergency } from '../drills/panic.drills.store.ts';
import { isUnderThreat, listDevices, updateKind, type IncidentRow } from '../incidents/panic.incidents.store.ts';
import { isDeparted } from '../panic.policy.ts';
import type { Chain } from './panic.chain.service.ts';
import { listRecipients, updateSilenced, withdrawRecipients, type RecipientRow } from './panic.recipients.store.ts';

export interface EligibilityDependencies {
  clock: Clock;
  chain: Pick<Chain, 'peopleOf'>;
}

export type Eligibility = ReturnType<typeof createEligibility>;

/** Checks recipients again at each message, because the plan can be minutes old. */
export function createEligibility({ clock, chain }: EligibilityDependencies) {
  /** The company members among these recipients without a relation to the devices any more. */
  const departedAmong = async (
    executor: Executor,
    incident: IncidentRow,
    recipients: readonly RecipientRow[],
  ): Promise<RecipientRow[]> => {
    const members = recipients.filter(({ role }) => role === 'company');
    if (members.length === 0) return [];
    const devices = await listDevices(executor, [incident.id]);
    const { servicing } = await chain.peopleOf(
      executor,
      devices.map(({ deviceId }) => deviceId),
    );
    const servicingIds = new Set([...servicing.values()].flat());
    return members.filter((member) => isDeparted(incident, member, servicingIds));
  };

  return {
    /** Ends the part of departed company members whose turn has come, under the lock of the incident. */
    async withdrawDeparted(tx: Executor, incident: IncidentRow): Promise<void> {
      const now = clock.now();
      const recipients = await listRecipients(tx, incident.id);
      const asked = recipients.filter(
        ({ channels, notifiedAt, dueAt }) => channels.length > 0 && (notifiedAt !== null || dueAt <= now),
      );
      const departed = await departedAmong(tx, incident, asked);
      if (departed.length === 0) return;
      const ids = departed.map(({ id }) => id);
      await withdrawRecipients(tx, ids);
      await cancelWaitingOf(tx, ids, now);
    },

    /**
     * A press under threat has joined the incident. A message on the lock screen would betray the wearer, so none leaves
     * any more, queued ones included.
     */
    async silenceWearers(tx: Executor, incidentId: string, kind: PanicKind): Promise<void> {
      await updateKind(tx, incidentId, kind);
      await cancelWaitingOf(tx, await updateSilenced(tx, incidentId), clock.now());
    },

    /**
     * False for recipients without the channel: removed contacts, deactivated staff, departed members, and the wearer
     * of a hold-up or duress alarm. While that alarm is open, its wearer gets no message about another incident either.
     * No message of a test reaches contacts who are needed in an emergency.
     */
    async mayNotify(
      executor: Executor,
      incident: IncidentRow,
      recipient: RecipientRow,
      channel: PanicChannel,
    ): Promise<boolean> {
      if (!recipient.channels.includes(channel)) return false;
      const { role, accountId, wearerId } = recipient;
      if (incident.isTest && wearerId !== null && (await isInEmergency(executor, wearerId))) return false;
      if (role === 'wearer' && accountId !== null && (await isUnderThreat(executor, accountId))) return false;
      return (await departedAmong(executor, incident, [recipient])).length === 0;
    },
  };
}
