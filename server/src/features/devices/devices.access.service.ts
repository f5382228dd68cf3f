import type { assignmentChangedEvent } from '@trace/contract/devices/assignment/devices.assignment.stream';
import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import type { DataOf } from '@trace/contract/kernel/stream';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { Actor } from '#platform/actor/actor';
import type { AuditEntry } from '#platform/audit/audit';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { ASSIGNMENT_CHANGED, DEVICES_CHANGED } from './devices.events.ts';
import { lockDevice } from './devices.lock.store.ts';
import type { Relation, Verdict } from './devices.policy.ts';
import type { Relations } from './assignment/devices.relations.service.ts';
import { findDevice, type DeviceRow } from './devices.store.ts';

/** A device as somebody stands to it. */
export interface DeviceAccess {
  readonly row: DeviceRow;
  readonly relation: Relation;
}

/** The device as the caller stands to it, held until the transaction ends (T07); null when there is none. */
export async function lockAccess(
  relations: Relations,
  tx: Executor,
  actor: Actor,
  serial: string,
): Promise<DeviceAccess | null> {
  await lockDevice(tx, serial);
  const row = await findDevice(tx, serial);
  if (row === null) return null;
  const [known] = await relations.of([row], new Set([actor.accountId]), tx);
  return { row, relation: known?.relation ?? 'none' };
}

/** Law 2: what is not theirs is refused as what does not exist. */
export async function requireAccess(
  relations: Relations,
  tx: Executor,
  actor: Actor,
  serial: string,
): Promise<DeviceAccess> {
  const seen = await lockAccess(relations, tx, actor, serial);
  if (seen === null || seen.relation === 'none') throw notFound();
  return seen;
}

/** Tells everybody who has the device in a list, and those who had it there before. */
export async function publishToLists(
  relations: Relations,
  tx: Executor,
  row: DeviceRow,
  also: readonly string[],
): Promise<void> {
  const related = await relations.of([row], null, tx);
  const audience = [...new Set([...related.map(({ accountId }) => accountId), ...also])];
  await publishAfterCommit(tx, { kind: DEVICES_CHANGED, audience, payload: { serial: row.serial } });
}

export function publishToUser(
  tx: Executor,
  accountId: string,
  serial: string,
  what: 'assigned' | 'ended',
): Promise<void> {
  return publishAfterCommit(tx, { kind: ASSIGNMENT_CHANGED, audience: [accountId], payload: { serial, what } });
}

/** What the outbox keeps of it, as its user hears it. */
export function presentAssignmentChange(payload: unknown): DataOf<typeof assignmentChangedEvent> {
  const { serial: serialNumber, what } = payload as { serial: string; what: 'assigned' | 'ended' };
  return { serialNumber, what };
}

/** IDEV-10: only the history of a replaced one is left. */
export function requireInUse({ replacedBy }: Pick<DeviceRow, 'replacedBy'>): void {
  if (replacedBy !== null) throw new Refusal('conflict', replacementTexts.alreadyReplaced(replacedBy));
}

export const notFound = (): Refusal => new Refusal('not_found', devicesTexts.notFound);

/** `state` says why it cannot be now, `forbidden` why this person may not. */
export function refuseUnless(verdict: Verdict, state: string, forbidden: string): void {
  if (verdict !== 'allowed') throw new Refusal(verdict, verdict === 'forbidden' ? forbidden : state);
}

export const nameOf = ({ firstName, lastName }: Pick<Actor, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Ids alone: the log outlives accounts and addresses. */
export function entryOf(
  actor: Actor,
  { requestId, address }: Pick<CallOrigin, 'requestId' | 'address'>,
  action: string,
  serial: string,
  details: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  return { actorId: actor.accountId, action, subject: { type: 'device', id: serial }, details, requestId, address };
}
