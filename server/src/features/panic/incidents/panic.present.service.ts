import { fullName } from '@trace/contract/kernel/full-name';
import { isDoubtfulEnd, panicChannels } from '@trace/contract/panic/panic.rules';
import type { Incident, IncidentDetails, PanicRecipient } from '@trace/contract/panic/panic.schema';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { Mail } from '#platform/mail/mail';
import { listRecipients, type RecipientRow } from '../chain/panic.recipients.store.ts';
import { listDeliveries, type DeliveryRow } from '../delivery/panic.deliveries.store.ts';
import { mailKeyOf } from '../delivery/panic.notify.service.ts';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';
import { lateSecOf } from '../events/panic.grouping.rules.ts';
import {
  isOnlooker,
  isRingingFor,
  isTaker,
  mayClose,
  mayNote,
  mayRelease,
  mayTake,
  seesPhone,
} from '../panic.policy.ts';
import type { PanicAccess } from './panic.access.service.ts';
import { listDevices, type IncidentRow } from './panic.incidents.store.ts';
import { isColleague, summaryForOnlooker } from './panic.onlooker.rules.ts';
import { createShownPositions, type ShownPositionsDependencies } from './panic.shown-positions.service.ts';
import type { Timeline } from './panic.timeline.service.ts';

export interface PresentDependencies extends ShownPositionsDependencies {
  people: Pick<PeoplePort, 'profileOf'>;
  mail: Pick<Mail, 'statesOf'>;
  timeline: Timeline;
}

export type Present = ReturnType<typeof createPresent>;

/** Builds the view of a person on an incident. */
export function createPresent(dependencies: PresentDependencies) {
  const { database, clock, people, mail, timeline } = dependencies;
  const shownPositions = createShownPositions(dependencies);

  const wearersOf = async ({ incident, viewer }: PanicAccess, devices: readonly IncidentDeviceRow[]) => {
    const ids = [...new Set(devices.flatMap(({ userId }) => userId ?? []))];
    const isPhoneShown = seesPhone(incident, viewer, clock.now());
    const profiles = await Promise.all(ids.map((id) => people.profileOf(id)));
    return profiles.map((profile) =>
      profile === null
        ? { name: texts.deletedAccount, phone: null }
        : { name: fullName(profile), phone: isPhoneShown ? profile.phone : null },
    );
  };

  const summaryOf = async (access: PanicAccess, devices: readonly IncidentDeviceRow[]): Promise<Incident> => {
    const { incident, viewer } = access;
    const isOpen = incident.closedAt === null;
    const isFree = incident.takenAt === null && isOpen;
    return {
      ...{ id: incident.id, isTest: incident.isTest, kind: incident.kind, source: incident.source },
      openedAt: incident.openedAt.toISOString(),
      happenedAt: incident.happenedAt?.toISOString() ?? null,
      lateSec: lateSecOf(incident),
      ...{ hasWrongClock: incident.hasWrongClock, hubName: incident.hubName, trigger: incident.trigger },
      devices: devices.map(({ serial, name }) => ({ serialNumber: serial, name })),
      wearers: await wearersOf(access, devices),
      presses: Math.max(1, incident.presses),
      taken: takenOf({ incident, viewer }),
      closed: closedOf({ incident, viewer }),
      you: {
        role: viewer.role,
        name: viewer.name,
        isRinging: isRingingFor(incident, viewer),
        mayTake: isFree && mayTake(viewer),
        mayRelease: mayRelease(incident, viewer),
        mayClose: isOpen && mayClose(incident, viewer),
        mayNote: mayNote(viewer),
      },
    };
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
      deliveries: (byRecipient.get(id) ?? []).toSorted(byChannel).map((delivery) => {
        const { channel, settledAt, createdAt, attempts } = delivery;
        const state = shownState(delivery, mailStates.get(mailKeyOf(delivery.id)), seenAt);
        // A later round was not seen when it was written, so the time of the first look stands.
        const at = settledAt ?? (state === 'seen' ? seenAt : null) ?? createdAt;
        return { channel, state, at: at.toISOString(), attempts };
      }),
    }));
  };

  return {
    async summaries(accesses: readonly PanicAccess[]): Promise<Incident[]> {
      const devices = await listDevices(
        database.sql,
        accesses.map(({ incident }) => incident.id),
      );
      const byIncident = Map.groupBy(devices, ({ incidentId }) => incidentId);
      return Promise.all(
        accesses.map(async (access) => {
          const summary = await summaryOf(access, byIncident.get(access.incident.id) ?? []);
          return isOnlooker(access.viewer) ? summaryForOnlooker(summary) : summary;
        }),
      );
    },

    async details(access: PanicAccess): Promise<IncidentDetails> {
      const { incident } = access;
      const devices = await listDevices(database.sql, [incident.id]);
      const isForOnlooker = isOnlooker(access.viewer);
      const everyone = await listRecipients(database.sql, incident.id);
      const rows = everyone.filter(({ role }) => !isForOnlooker || isColleague(role));
      // The caller's rows are without contacts for an onlooker, and so are `recipients` and `next`.
      const [summary, positions, recipients, { steps, next: earlierSteps }, unanswered] = await Promise.all([
        summaryOf(access, devices),
        shownPositions(access, devices),
        recipientsOf(access, rows),
        timeline.page(access, null),
        timeline.unansweredOf(incident),
      ]);
      const details = { ...summary, positions, recipients, next: nextOf(incident, rows) };
      const lines = { steps, earlierSteps, unanswered, asOf: clock.now().toISOString() };
      return { ...(isForOnlooker ? summaryForOnlooker(details) : details), ...lines };
    },
  };
}

function takenOf({ incident, viewer }: PanicAccess): Incident['taken'] {
  const { takenAt, takenName, takenRole } = incident;
  if (takenAt === null || takenName === null || takenRole === null) return null;
  return { name: takenName, role: takenRole, at: takenAt.toISOString(), isYou: isTaker(incident, viewer) };
}

function closedOf({ incident, viewer }: PanicAccess): Incident['closed'] {
  const { kind, closedAt, outcome, closedNote, closedName, closedRole } = incident;
  if (closedAt === null || outcome === null) return null;
  const closed = { outcome, note: closedNote, name: closedName, at: closedAt.toISOString() };
  // The person who threatens the wearer must not learn that the alarm is still taken seriously.
  const isDoubtful = isDoubtfulEnd(kind, closedRole) && viewer.role !== 'wearer';
  return isDoubtful ? { ...closed, isDoubtful: true } : closed;
}

/** The next turn, unless the incident is taken. */
function nextOf({ takenAt, closedAt }: IncidentRow, rows: readonly RecipientRow[]): IncidentDetails['next'] {
  if (takenAt !== null || closedAt !== null) return null;
  const [first, ...others] = rows.filter(({ notifiedAt }) => notifiedAt === null);
  if (first === undefined) return null;
  const same = others.filter(({ dueAt }) => dueAt.getTime() === first.dueAt.getTime());
  return { names: [first, ...same].map(({ name }) => name), at: first.dueAt.toISOString() };
}

/** An email's state is kept with the emails. Opening the incident counts as seeing the portal's message. */
function shownState(
  { channel, state }: DeliveryRow,
  mailState: 'waiting' | 'sent' | 'failed' | undefined,
  seenAt: Date | null,
): DeliveryRow['state'] {
  if (channel === 'email' && state === 'waiting') return mailState ?? 'sent';
  return channel === 'portal' && state === 'waiting' && seenAt !== null ? 'seen' : state;
}

/** Portal, push, email, SMS. */
const byChannel = (one: DeliveryRow, other: DeliveryRow): number =>
  panicChannels.indexOf(one.channel) - panicChannels.indexOf(other.channel);
