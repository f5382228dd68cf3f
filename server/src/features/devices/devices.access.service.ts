import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { Actor } from '#platform/actor/actor';
import { type AuditEntry, entryOf, type AuditOrigin } from '#platform/audit/audit';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { assignmentChanged, devicesChanged } from './devices.events.ts';
import { lockDevice } from './devices.lock.store.ts';
import type { Relation, Verdict } from './devices.policy.ts';
import type { Relations } from './assignment/devices.relations.service.ts';
import { findDevice, type DeviceRow } from './devices.store.ts';

/** A device with a person's relation to the device. */
export interface DeviceAccess {
  readonly row: DeviceRow;
  readonly relation: Relation;
}

/** Locks the device until commit and returns the caller's relation (T07), or null for an unknown device. */
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

/** Law 2: refuses a foreign device like a device that does not exist. */
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

/** The user and the installer of a device. An installer who no longer services the device is left out. */
export async function listParties(relations: Relations, row: DeviceRow): Promise<string[]> {
  const parties = [row.registeredBy, row.assignedTo].filter((id) => id !== null);
  return (await relations.of([row], new Set(parties))).map(({ accountId }) => accountId);
}

/** Publishes to all users with the device in a list, and to previous users given in `also`. */
export async function publishToLists(
  relations: Relations,
  tx: Executor,
  row: DeviceRow,
  also: readonly string[],
): Promise<void> {
  const related = await relations.of([row], null, tx);
  const audience = new Set([...related.map(({ accountId }) => accountId), ...also]);
  await publishAfterCommit(tx, devicesChanged, audience, { serial: row.serial });
}

export function publishToUser(
  tx: Executor,
  accountId: string,
  serial: string,
  what: 'assigned' | 'ended',
): Promise<void> {
  return publishAfterCommit(tx, assignmentChanged, [accountId], { serial, what });
}

/** IDEV-10: refuses a replaced device, which has only history left. */
export function requireInUse({ replacedBy }: Pick<DeviceRow, 'replacedBy'>): void {
  if (replacedBy !== null) throw new Refusal('conflict', replacementTexts.alreadyReplaced(replacedBy));
}

export const notFound = (): Refusal => new Refusal('not_found', devicesTexts.notFound);

/** `state` explains why the action is impossible now, `forbidden` why this person lacks permission. */
export function refuseUnless(verdict: Verdict, state: string, forbidden: string): void {
  if (verdict !== 'allowed') throw new Refusal(verdict, verdict === 'forbidden' ? forbidden : state);
}

export const deviceEntryOf = (
  actor: Actor,
  origin: AuditOrigin,
  action: string,
  serial: string,
  details: AuditEntry['details'] = {},
): AuditEntry => entryOf(actor.accountId, origin, action, { type: 'device', id: serial }, details);
