import { fullName } from '@trace/contract/kernel/full-name';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { PanicContactsPort } from '#features/panic-contacts/panic-contacts.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import {
  findRecipient,
  findRecipientByLink,
  findRecipientOf,
  type RecipientRow,
} from '../chain/panic.recipients.store.ts';
import type { PanicLinks } from '../panic.links.service.ts';
import { isTaker, LINK_AFTER_CLOSE_MS, type PanicViewer } from '../panic.policy.ts';
import { findIncident, listDevices, type IncidentRow } from './panic.incidents.store.ts';

export interface AccessDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'relationsOf'>;
  contacts: Pick<PanicContactsPort, 'agreedOf'>;
  links: PanicLinks;
}

export interface PanicAccess {
  readonly incident: IncidentRow;
  readonly viewer: PanicViewer;
}

/** Decides on access to an incident and on the role. An incident of other people does not exist for a caller (law 2). */
export function createAccess({ database, clock, devices, contacts, links }: AccessDependencies) {
  const notFound = (): Refusal => new Refusal('not_found', texts.notFound);

  const hasAgreed = async ({ contactId, wearerId }: RecipientRow): Promise<boolean> => {
    if (wearerId === null) return false;
    const agreed = await contacts.agreedOf(database.sql, wearerId, false);
    return agreed.some((contact) => contact.contactId === contactId);
  };

  /** A contact who was removed, or has stopped, keeps the part in the incident and sees no position any more. */
  const viewerOf = async (recipient: RecipientRow, personId: string): Promise<PanicViewer> => ({
    role: recipient.role,
    personId,
    name: recipient.name,
    recipientId: recipient.id,
    isNotified: recipient.notifiedAt !== null,
    wearerId: (await hasAgreed(recipient)) ? recipient.wearerId : null,
  });

  /** Staff are support. The wearer comes before a place in the chain, the chain before servicing a device. */
  const viewerFor = async (actor: Actor, incident: IncidentRow): Promise<PanicViewer | null> => {
    const { accountId: personId, role } = actor;
    const own = { personId, name: fullName(actor), wearerId: null };
    const recipient = await findRecipientOf(database.sql, incident.id, personId);
    const isNotified = recipient !== null && recipient.notifiedAt !== null;
    const recipientId = recipient?.id ?? null;
    if (role === 'staff') return { ...own, role: 'support', recipientId, isNotified };
    const rows = await listDevices(database.sql, [incident.id]);
    if (rows.some(({ userId }) => userId === personId)) return { ...own, role: 'wearer', recipientId, isNotified };
    if (recipient?.role === 'contact' && isNotified) return viewerOf(recipient, personId);
    if (incident.isTest) return null;
    const related = await devices.relationsOf(
      rows.map(({ deviceId }) => deviceId),
      [personId],
    );
    // A notified employee who has left the company, or whose servicing ended, has no relation any more.
    const services = related.some(
      ({ relation, since }) => relation !== 'assigned_user' && (isNotified || since <= incident.openedAt),
    );
    // An emergency is not orphaned: its taker closes or releases the incident.
    const hasTaken = isNotified && incident.closedAt === null && isTaker(incident, { personId });
    return services || hasTaken ? { ...own, role: 'company', recipientId, isNotified } : null;
  };

  /**
   * The recipient of a link. The mailed link ends when the email address is removed, and goes on when the address went
   * with the account of the wearer.
   */
  const recipientOf = async (token: string): Promise<RecipientRow | null> => {
    if (!token.includes('.')) return findRecipientByLink(database.sql, links.hashOf(token));
    const id = links.recipientIdOf(token);
    const recipient = id === null ? null : await findRecipient(database.sql, id);
    const isRemoved = recipient !== null && recipient.email === null && recipient.wearerId !== null;
    return isRemoved ? null : recipient;
  };

  return {
    viewerFor,

    /** Refuses an incident of others like an incident that does not exist. */
    async require(actor: Actor, incidentId: string): Promise<PanicAccess> {
      const incident = await findIncident(database.sql, incidentId);
      const viewer = incident === null ? null : await viewerFor(actor, incident);
      if (incident === null || viewer === null) throw notFound();
      return { incident, viewer };
    },

    /** The incident of a contact's link. */
    async requireLink(token: string): Promise<PanicAccess> {
      const recipient = await recipientOf(token);
      const incident = recipient === null ? null : await findIncident(database.sql, recipient.incidentId);
      const isOver =
        incident?.closedAt != null && clock.now().getTime() - incident.closedAt.getTime() > LINK_AFTER_CLOSE_MS;
      if (recipient === null || incident === null || isOver || recipient.notifiedAt === null)
        throw new Refusal('not_found', texts.linkOver);
      return { incident, viewer: await viewerOf(recipient, recipient.accountId ?? recipient.contactId!) };
    },
  };
}

export type Access = ReturnType<typeof createAccess>;
