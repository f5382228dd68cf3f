import { randomUUID } from 'node:crypto';
import { isDiscreetKind, isTestSource, panicRules } from '@trace/contract/panic/panic.rules';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Chain, IncidentPeople, PlannedIncident } from '../chain/panic.chain.service.ts';
import type { Eligibility } from '../chain/panic.eligibility.service.ts';
import type { Escalation } from '../chain/panic.escalation.service.ts';
import { insertStep } from '../incidents/panic.timeline.store.ts';
import { expireJob, locateJob } from '../panic.work.service.ts';
import type { NewPanicEvent, PanicPort } from '../panic.port.ts';
import { insertPosition } from '../positions/panic.positions.store.ts';
import {
  insertDevices,
  insertEvent,
  insertIncident,
  lockIncidentsOf,
  lockKeys,
  updateEvent,
  updatePressed,
} from './panic.events.store.ts';
import { lockKeysOf, placeOf, type OpenIncident } from './panic.grouping.rules.ts';

export interface RecordDependencies {
  clock: Clock;
  jobs: Jobs;
  chain: Chain;
  eligibility: Pick<Eligibility, 'silenceWearers'>;
  escalation: Escalation;
  cooldownMs: number;
}

/**
 * Records presses. All effects are rows of the caller's transaction: the event, the incident, its recipients, and the
 * jobs that notify. A process that dies after the commit loses nothing (PANIC-06).
 */
export function createRecord(dependencies: RecordDependencies): PanicPort['record'] {
  const { clock, jobs, chain, eligibility, escalation, cooldownMs } = dependencies;

  const stepPressed = (tx: Executor, incidentId: string, event: NewPanicEvent, isRepeat: boolean): Promise<void> =>
    insertStep(tx, incidentId, clock.now(), 'pressed', {
      alarm: event.kind,
      hubName: event.hub?.name ?? null,
      trigger: event.trigger,
      isRepeat,
    });

  /** Adds devices that are new to the incident, with the people around them. */
  const addDevices = async (
    tx: Executor,
    incident: PlannedIncident,
    involved: IncidentPeople,
    from: Date,
  ): Promise<void> => {
    const fresh = new Set(await insertDevices(tx, incident.id, involved.devices));
    const devices = involved.devices.filter(({ deviceId }) => fresh.has(deviceId));
    if (devices.length > 0) await chain.plan(tx, incident, { ...involved, devices }, from);
  };

  const open = async (tx: Executor, event: NewPanicEvent, involved: IncidentPeople): Promise<string> => {
    const incident = {
      id: randomUUID(),
      isTest: isTestSource(event.source),
      isSupportTest: event.source === 'staff_test',
      kind: event.kind,
    };
    const now = clock.now();
    await insertIncident(tx, { ...event, ...incident, openedAt: now });
    await stepPressed(tx, incident.id, event, false);
    if (involved.devices.length === 0) await chain.plan(tx, incident, involved, now);
    else await addDevices(tx, incident, involved, now);
    const expiresMs = incident.isTest ? panicRules.testExpiresMs : panicRules.expiresMs;
    const runAt = new Date(now.getTime() + expiresMs);
    await jobs.enqueue(tx, expireJob, { incidentId: incident.id }, { key: incident.id, runAt });
    await jobs.enqueue(tx, locateJob, { incidentId: incident.id }, { key: incident.id });
    return incident.id;
  };

  const extend = async (
    tx: Executor,
    { id: incidentId, kind: known }: Pick<OpenIncident, 'id' | 'kind'>,
    event: NewPanicEvent,
    involved: IncidentPeople,
    isNotified: boolean,
  ): Promise<void> => {
    const notifiedAt = isNotified ? clock.now() : null;
    await updatePressed(tx, incidentId, { receivedAt: event.receivedAt, notifiedAt });
    await stepPressed(tx, incidentId, event, !isNotified);
    const isTest = isTestSource(event.source);
    // From the first hold-up or duress press on, the incident stays discreet for all its wearers.
    const kind = isDiscreetKind(known) ? known : event.kind;
    if (kind !== known && isDiscreetKind(kind)) await eligibility.silenceWearers(tx, incidentId, kind);
    const isSupportTest = event.source === 'staff_test';
    await addDevices(tx, { id: incidentId, isTest, isSupportTest, kind }, involved, clock.now());
    if (isNotified) await escalation.notifyAgain(tx, incidentId);
  };

  /** The place of a late press can be of an earlier user. The time of a wrong clock would hide later positions. */
  const insertPlaces = async (
    tx: Executor,
    incidentId: string,
    { happenedAt, receivedAt, hasWrongClock }: NewPanicEvent,
    place: NonNullable<NewPanicEvent['place']>,
    { devices }: IncidentPeople,
  ): Promise<void> => {
    const isCredible = happenedAt !== null && !hasWrongClock && happenedAt <= receivedAt;
    const at = isCredible ? happenedAt : receivedAt;
    for (const { deviceId } of devices.filter(({ visibleSince }) => visibleSince <= at))
      await insertPosition(tx, { incidentId, deviceId, at, receivedAt, ...place });
  };

  const recordOne = async (tx: Executor, event: NewPanicEvent): Promise<boolean> => {
    const eventId = await insertEvent(tx, event);
    if (eventId === null) return false;
    const closedAfter = new Date(clock.now().getTime() - panicRules.joinMs);
    const involved = await chain.peopleOf(tx, event.deviceIds);
    const candidates = await lockIncidentsOf(tx, { ...event, devices: involved.devices }, closedAfter);
    const place = placeOf(event, candidates, cooldownMs);
    const joined = candidates.find(({ id }) => id === place.incidentId);
    const incidentId = joined?.id ?? (await open(tx, event, involved));
    await updateEvent(tx, eventId, { incidentId, isNotified: place.isNotified });
    if (joined !== undefined) await extend(tx, joined, event, involved, place.isNotified);
    if (event.place !== null) await insertPlaces(tx, incidentId, event, event.place, involved);
    await escalation.notifyDue(tx, incidentId);
    return true;
  };

  return async (tx, events) => {
    await lockKeys(tx, events.flatMap(lockKeysOf));
    let count = 0;
    for (const event of events) if (await recordOne(tx, event)) count += 1;
    return count;
  };
}
