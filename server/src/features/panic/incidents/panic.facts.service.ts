import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { Executor } from '#platform/db/database';
import type { MessageFacts } from '../delivery/panic.messages.rules.ts';
import { findIncident, listDevices, type IncidentRow } from './panic.incidents.store.ts';

export interface IncidentFacts extends MessageFacts {
  readonly incident: IncidentRow;
}

export type FactsReader = ReturnType<typeof createFactsReader>;

/** Reads what messages say about an incident. */
export function createFactsReader({ people }: { people: Pick<PeoplePort, 'accountsOf'> }) {
  const factsOf = async (executor: Executor, incident: IncidentRow): Promise<IncidentFacts> => {
    const devices = await listDevices(executor, [incident.id]);
    const wearerIds = [...new Set(devices.flatMap(({ userId }) => userId ?? []))];
    const accounts = await people.accountsOf(wearerIds);
    return {
      incident,
      wearers: wearerIds.map((id) => {
        const account = accounts.get(id);
        return account === undefined ? texts.deletedAccount : `${account.firstName} ${account.lastName}`.trim();
      }),
      deviceNames: devices.map(({ name }) => name),
    };
  };

  return {
    of: factsOf,

    async read(executor: Executor, incidentId: string): Promise<IncidentFacts> {
      const incident = await findIncident(executor, incidentId);
      if (incident === null) throw new Error('the incident was deleted');
      return factsOf(executor, incident);
    },
  };
}
