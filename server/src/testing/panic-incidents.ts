// Presses of panic buttons, and the incidents that they open.
import { listIncidents, readIncident } from '@trace/contract/panic/panic.api';
import type { Incident, IncidentDetails } from '@trace/contract/panic/panic.schema';
import { eventually } from './eventually.ts';
import type { Portal, SignedIn } from './portal.ts';
import type { HandDevice } from './stand-ins/hand-device.ts';

export const press = (portal: Portal, device: HandDevice, fields: object = {}): Promise<void> =>
  device.say('event', { kind: 'panic', ts: portal.clock.now().getTime(), ...fields });

export async function activeOf(person: SignedIn): Promise<Incident[]> {
  return (await person.api.call(listIncidents, { query: { state: 'active', limit: 100 } })).incidents;
}

export const readAs = (person: SignedIn, id: string): Promise<IncidentDetails> =>
  person.api.call(readIncident, { params: { id } });

/** Waits for the incident of a person who has no other open incident. */
export async function incidentOf(person: SignedIn): Promise<IncidentDetails> {
  const [found] = await eventually(
    () => activeOf(person),
    (all) => all.length > 0,
  );
  return readAs(person, found!.id);
}

/** Moves the wall clock, by which jobs are due, and runs the due jobs. */
export async function passSeconds(portal: Portal, sec: number): Promise<void> {
  portal.clock.set(new Date(portal.clock.now().getTime() + sec * 1_000));
  await portal.app.jobs.runDue();
}
