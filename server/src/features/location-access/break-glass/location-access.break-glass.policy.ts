import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import type { RelationTo } from '#features/devices/devices.port';
import type { TicketFacts } from '../location-access.port.ts';

/** The device's user and the instant from which positions are shown. Law 6: none of a former user. */
export interface Subject {
  readonly serial: string;
  readonly userId: string | null;
  /** The people who use or service the device now. */
  readonly relatedIds: ReadonlySet<string>;
  readonly since: Date;
  readonly name: string;
}

/** Returns the subject of a device, or null for a device that belongs to no account. */
export function subjectOf(serial: string, relations: readonly RelationTo[]): Subject | null {
  const user = relations.find(({ relation }) => relation === 'assigned_user');
  const holder = user ?? relations.find(({ relation }) => relation.startsWith('installer_'));
  if (holder === undefined) return null;
  const relatedIds = new Set(relations.map(({ accountId }) => accountId));
  return { serial, userId: user?.accountId ?? null, relatedIds, since: holder.since, name: holder.name };
}

/**
 * Whether the ticket is a reason to see this device: unfinished, and by its user, or about the device by a person who
 * still services it. A ticket of a former user says nothing about the position of the next.
 */
export function mayBreakGlass(
  { status, accountId, serial }: Omit<TicketFacts, 'number'>,
  subject: Subject,
): 'allowed' | (typeof texts)['ticketOver' | 'otherTicket'] {
  if (status !== 'open' && status !== 'in_progress') return texts.ticketOver;
  if (accountId === null) return texts.otherTicket;
  const isAboutDevice = serial === subject.serial && subject.relatedIds.has(accountId);
  return isAboutDevice || accountId === subject.userId ? 'allowed' : texts.otherTicket;
}
