import { fullName } from '@trace/contract/kernel/full-name';
import { isDiscreetKind } from '@trace/contract/panic/panic.rules';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { Executor } from '#platform/db/database';
import type { MessageFacts } from '../delivery/panic.messages.rules.ts';
import { findNewestPress } from '../events/panic.events.store.ts';
import { findIncident, listDevices, type IncidentRow } from './panic.incidents.store.ts';

export interface IncidentFacts extends MessageFacts {
  /** With kind, trigger and times of the newest press, because the first press can be another alarm. */
  readonly incident: IncidentRow;
}

export type FactsReader = ReturnType<typeof createFactsReader>;

/** Reads what messages say about an incident. */
export function createFactsReader({ people }: { people: Pick<PeoplePort, 'accountsOf'> }) {
  const factsOf = async (executor: Executor, incident: IncidentRow): Promise<IncidentFacts> => {
    const devices = await listDevices(executor, [incident.id]);
    const wearerIds = [...new Set(devices.flatMap(({ userId }) => userId ?? []))];
    const accounts = await people.accountsOf(wearerIds);
    const press = await findNewestPress(executor, incident.id);
    const named = { ...incident, ...press };
    return {
      // From the first hold-up or duress press on, the incident keeps that kind.
      incident: isDiscreetKind(incident.kind) ? { ...named, kind: incident.kind } : named,
      wearers: wearerIds.map((id) => {
        const account = accounts.get(id);
        return account === undefined ? texts.deletedAccount : fullName(account);
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
