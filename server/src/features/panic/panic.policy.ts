import { DAY_MS } from '@trace/contract/kernel/time';
import type { PanicRole } from '@trace/contract/panic/panic.rules';

/** How long the link of a contact shows the outcome of a closed incident, and helpers the number of the wearer. */
export const LINK_AFTER_CLOSE_MS = 7 * DAY_MS;

/** A person with access to an incident. */
export interface PanicViewer {
  readonly role: PanicRole;
  /** The account or, without one, the contact. */
  readonly personId: string;
  readonly name: string;
  /** The person's place in the chain. Null: the person has access without being in the chain. */
  readonly recipientId: string | null;
  /** The person's turn has come. */
  readonly isNotified: boolean;
  /** Whose devices' positions a contact sees. Null for other roles, and for a contact whom the wearer has removed. */
  readonly wearerId: string | null;
}

interface State {
  readonly takenAt: Date | null;
  /** The account or the contact. */
  readonly takenBy: string | null;
  readonly closedAt: Date | null;
}

/** A contact whom the wearer has removed, or who has stopped, still sees the incident and can no longer act. */
const isFormerContact = ({ role, wearerId }: PanicViewer): boolean => role === 'contact' && wearerId === null;

/** Company members take an incident once their turn has come (authorization.md, f*). Support takes any incident. */
export function mayTake(viewer: PanicViewer): boolean {
  if (isFormerContact(viewer)) return false;
  return viewer.role === 'support' || viewer.role === 'wearer' || viewer.isNotified;
}

/** Everyone who sees the incident can add a note, except former contacts, whose words could mislead the helpers. */
export const mayNote = (viewer: PanicViewer): boolean => !isFormerContact(viewer);

export const isTaker = ({ takenBy }: Pick<State, 'takenBy'>, { personId }: Pick<PanicViewer, 'personId'>): boolean =>
  takenBy === personId;

/** Whether the chain goes on. */
export const isPending = ({ takenAt, closedAt }: Pick<State, 'takenAt' | 'closedAt'>): boolean =>
  takenAt === null && closedAt === null;

/** Whether messages to this recipient still leave. Of a taken incident, the taker alone learns of further presses. */
export function isStillWanted(
  { takenBy, closedAt }: State,
  { accountId, contactId }: { readonly accountId: string | null; readonly contactId: string | null },
): boolean {
  if (closedAt !== null) return false;
  return takenBy === null || takenBy === accountId || takenBy === contactId;
}

/** Whether a company member no longer services a device of the incident. The taker keeps the incident. */
export function isDeparted(
  { takenBy }: Pick<State, 'takenBy'>,
  { role, accountId }: { readonly role: PanicRole; readonly accountId: string | null },
  servicingIds: ReadonlySet<string>,
): boolean {
  if (role !== 'company' || accountId === null) return false;
  return takenBy !== accountId && !servicingIds.has(accountId);
}

export const mayRelease = (incident: State, viewer: PanicViewer): boolean =>
  incident.closedAt === null && isTaker(incident, viewer);

/** The wearer's own word and support's always count. Others close what they have taken. */
export function mayClose(incident: State, viewer: PanicViewer): boolean {
  return viewer.role === 'wearer' || viewer.role === 'support' || isTaker(incident, viewer);
}

/**
 * Whether the page of this person rings: the incident is not taken, and this person was asked. A test does not ring for
 * its wearer, who sees its figures.
 */
export function isRingingFor(incident: State & { readonly isTest: boolean }, viewer: PanicViewer): boolean {
  if (isFormerContact(viewer) || (incident.isTest && viewer.role === 'wearer')) return false;
  return viewer.isNotified && incident.takenAt === null && incident.closedAt === null;
}

/**
 * The wearer's profile can hold a new number, which a removed contact must not read. Helpers call until a week after the
 * end.
 */
export function seesPhone({ closedAt }: Pick<State, 'closedAt'>, viewer: PanicViewer, now: Date): boolean {
  if (viewer.role === 'wearer' || viewer.role === 'support') return true;
  if (isFormerContact(viewer)) return false;
  return closedAt === null || now.getTime() - closedAt.getTime() <= LINK_AFTER_CLOSE_MS;
}

/** A company member whose turn has not come sees time and state alone (GUARD-07). */
export const isOnlooker = ({ role, isNotified }: PanicViewer): boolean => role === 'company' && !isNotified;

/** Company and support never see where a device is here. A contact sees positions only while the incident is open. */
export function seesPositions({ closedAt }: State, viewer: PanicViewer): boolean {
  if (viewer.role === 'wearer') return true;
  return viewer.role === 'contact' && viewer.isNotified && !isFormerContact(viewer) && closedAt === null;
}
