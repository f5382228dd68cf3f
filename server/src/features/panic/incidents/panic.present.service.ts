import type { Incident, IncidentDetails, PanicPosition, PanicRecipient } from '@trace/contract/panic/panic.schema';
import type { PeoplePort } from '#features/people/people.port';
import type { PanicViewsPort } from '#features/location-access/location-access.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { listRecipients, type RecipientRow } from '../chain/panic.recipients.store.ts';
import { listDeliveries, type DeliveryRow } from '../delivery/panic.deliveries.store.ts';
import { mailKeyOf } from '../delivery/panic.notify.service.ts';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';
import { lateSecOf } from '../events/panic.grouping.rules.ts';
import { isRingingFor, isTaker, mayClose, mayRelease, mayTake, seesPositions } from '../panic.policy.ts';
import type { PanicAccess } from './panic.access.service.ts';
import { listDevices, type IncidentRow } from './panic.incidents.store.ts';
import { listPositions } from '../positions/panic.positions.store.ts';
import { listSteps } from './panic.timeline.store.ts';

export interface PresentDependencies {
  database: Database;
  clock: Clock;
  people: Pick<PeoplePort, 'profileOf'>;
  mail: Pick<Mail, 'statesOf'>;
  views: PanicViewsPort;
  staleMs: number;
}

const MOST_POSITIONS = 100;

export type Present = ReturnType<typeof createPresent>;

/** Builds what a person sees of an incident. */
export function createPresent({ database, clock, people, mail, views, staleMs }: PresentDependencies) {
  const wearersOf = async (devices: readonly IncidentDeviceRow[]) => {
    const ids = [...new Set(devices.flatMap(({ userId }) => userId ?? []))];
    const profiles = await Promise.all(ids.map((id) => people.profileOf(id)));
    return profiles.flatMap((profile) =>
      profile === null ? [] : [{ name: `${profile.firstName} ${profile.lastName}`.trim(), phone: profile.phone }],
    );
  };

  const summaryOf = async (
    { incident, viewer }: PanicAccess,
    devices: readonly IncidentDeviceRow[],
  ): Promise<Incident> => {
    const isOpen = incident.closedAt === null;
    const isFree = incident.takenAt === null && isOpen;
    return {
      ...{ id: incident.id, isTest: incident.isTest, kind: incident.kind, source: incident.source },
      openedAt: incident.openedAt.toISOString(),
      happenedAt: incident.happenedAt?.toISOString() ?? null,
      lateSec: lateSecOf(incident),
      ...{ hasWrongClock: incident.hasWrongClock, hubName: incident.hubName, trigger: incident.trigger },
      devices: devices.map(({ serial, name }) => ({ serialNumber: serial, name })),
      wearers: await wearersOf(devices),
      presses: Math.max(1, incident.presses),
      taken: takenOf({ incident, viewer }),
      closed: closedOf(incident),
      you: {
        role: viewer.role,
        name: viewer.name,
        isRinging: isRingingFor(incident, viewer),
        mayTake: isFree && mayTake(viewer),
        mayRelease: mayRelease(incident, viewer),
        mayClose: isOpen && mayClose(incident, viewer),
      },
    };
  };

  /** Positions for the wearer and contacts. A contact's view is in the access log before any position leaves. */
  const positionsOf = async (
    { incident, viewer }: PanicAccess,
    devices: readonly IncidentDeviceRow[],
  ): Promise<PanicPosition[] | null> => {
    if (!seesPositions(incident, viewer)) return null;
    const wearerId = viewer.role === 'wearer' ? viewer.personId : viewer.wearerId;
    const own = devices.filter(({ userId }) => userId !== null && userId === wearerId);
    const rows = await listPositions(
      database.sql,
      incident.id,
      own.map(({ deviceId }) => deviceId),
      MOST_POSITIONS,
    );
    if (viewer.role === 'contact')
      await views.recordPanicViews(
        own.flatMap((device) => {
          const positions = rows.filter(({ deviceId }) => deviceId === device.deviceId).length;
          const { deviceId, serial, name: deviceName, userId } = device;
          const whose = { deviceId, serial, deviceName, userId: userId! };
          return positions === 0
            ? []
            : [{ incidentId: incident.id, viewerId: viewer.personId, viewerName: viewer.name, ...whose, positions }];
        }),
      );
    const end = (incident.closedAt ?? clock.now()).getTime();
    const deviceOf = new Map(own.map((device) => [device.deviceId, device]));
    return rows.map(({ deviceId, at, lat, lng, accuracyM }) => ({
      serialNumber: deviceOf.get(deviceId)!.serial,
      deviceName: deviceOf.get(deviceId)!.name,
      at: at.toISOString(),
      ...{ lat, lng, accuracyM },
      isStale: end - at.getTime() > staleMs,
    }));
  };

  const recipientsOf = async (
    { incident, viewer }: PanicAccess,
    rows: readonly RecipientRow[],
  ): Promise<PanicRecipient[]> => {
    const deliveries = await listDeliveries(database.sql, incident.id);
    const mails = deliveries.filter(({ channel, state }) => channel === 'email' && state === 'waiting');
    const mailStates = await mail.statesOf(mails.map(({ id }) => mailKeyOf(id)));
    const byRecipient = Map.groupBy(deliveries, ({ recipientId }) => recipientId);
    return rows.map(({ id, name, role, rank, notifiedAt, seenAt }) => ({
      ...{ id, name, role, rank },
      isYou: id === viewer.recipientId,
      notifiedAt: notifiedAt?.toISOString() ?? null,
      deliveries: (byRecipient.get(id) ?? []).map((delivery) => ({
        channel: delivery.channel,
        state: shownState(delivery, mailStates.get(mailKeyOf(delivery.id)), seenAt),
        at: (delivery.settledAt ?? delivery.createdAt).toISOString(),
        attempts: delivery.attempts,
      })),
    }));
  };

  return {
    async summaries(accesses: readonly PanicAccess[]): Promise<Incident[]> {
      const devices = await listDevices(
        database.sql,
        accesses.map(({ incident }) => incident.id),
      );
      const byIncident = Map.groupBy(devices, ({ incidentId }) => incidentId);
      return Promise.all(accesses.map((access) => summaryOf(access, byIncident.get(access.incident.id) ?? [])));
    },

    async details(access: PanicAccess): Promise<IncidentDetails> {
      const { incident } = access;
      const devices = await listDevices(database.sql, [incident.id]);
      const rows = await listRecipients(database.sql, incident.id);
      const [summary, positions, recipients, steps] = await Promise.all([
        summaryOf(access, devices),
        positionsOf(access, devices),
        recipientsOf(access, rows),
        listSteps(database.sql, incident.id),
      ]);
      return {
        ...summary,
        positions,
        recipients,
        next: nextOf(incident, rows),
        steps,
        asOf: clock.now().toISOString(),
      };
    },
  };
}

function takenOf({ incident, viewer }: PanicAccess): Incident['taken'] {
  const { takenAt, takenName, takenRole } = incident;
  if (takenAt === null || takenName === null || takenRole === null) return null;
  return { name: takenName, role: takenRole, at: takenAt.toISOString(), isYou: isTaker(incident, viewer) };
}

function closedOf({ closedAt, outcome, closedNote, closedName }: IncidentRow): Incident['closed'] {
  if (closedAt === null || outcome === null) return null;
  return { outcome, note: closedNote, name: closedName, at: closedAt.toISOString() };
}

/** The next turn, unless somebody has the incident. */
function nextOf({ takenAt, closedAt }: IncidentRow, rows: readonly RecipientRow[]): IncidentDetails['next'] {
  if (takenAt !== null || closedAt !== null) return null;
  const [first, ...others] = rows.filter(({ notifiedAt }) => notifiedAt === null);
  if (first === undefined) return null;
  const same = others.filter(({ dueAt }) => dueAt.getTime() === first.dueAt.getTime());
  return { names: [first, ...same].map(({ name }) => name), at: first.dueAt.toISOString() };
}

/** An email's state is kept with the emails. A person who opened the incident has seen what arrived. */
function shownState(
  { channel, state }: DeliveryRow,
  mailState: 'waiting' | 'sent' | 'failed' | undefined,
  seenAt: Date | null,
): DeliveryRow['state'] {
  if (channel === 'email' && state === 'waiting') return mailState ?? 'sent';
  return channel === 'portal' && state === 'waiting' && seenAt !== null ? 'seen' : state;
}
