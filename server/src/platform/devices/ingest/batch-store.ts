// Stores a batch: quarantined messages first, then each kind by its handler.
import type { DedicatedTransaction } from '#platform/db/database';

import type { AnyDeviceHandler, DeviceHandler, DeviceMessage, HandledKind } from '../device-message.ts';
import type { Entry } from './entry.ts';
import type { AfterCommit } from './batch-settler.ts';
import type { Quarantine } from './quarantine.ts';

export type LockDevices = (tx: DedicatedTransaction, deviceIds: readonly number[]) => Promise<void>;

export interface BatchStoreOptions {
  readonly quarantine: Quarantine;
  readonly handlers: readonly AnyDeviceHandler[];
  readonly lockDevices: LockDevices;
}

export async function storeBatch(
  tx: DedicatedTransaction,
  entries: readonly Entry[],
  { quarantine, handlers, lockDevices }: BatchStoreOptions,
): Promise<AfterCommit[]> {
  const afterCommit: AfterCommit[] = [];
  const setAside = entries.filter((entry) => entry.kind === 'set_aside').map((entry) => entry.setAside);
  if (setAside.length > 0) await quarantine.store(tx, setAside);
  const byKind = messagesByKind(entries);
  const wanted = handlers.filter(({ kind }) => byKind.has(kind));
  // A removal also locks the registry before the device. The other way round, both could deadlock.
  const [ofRegistry, ofDevices] = [wanted.filter(locksRegistry), wanted.filter((handler) => !locksRegistry(handler))];
  // The order of the handlers, not of arrival: all transactions lock rows in one order.
  const due = [...ofRegistry, ...ofDevices];
  const last = due.findLast(({ storesNothing }) => storesNothing !== true);
  for (const handler of due) {
    // Each kind locks its devices in order. Two kinds after each other would not: the second kind starts again at the
    // first device, and two batches could deadlock.
    if (handler === ofDevices[0] && kindsOf(ofDevices).size > 1) await lockDevices(tx, deviceIdsIn(byKind));
    const messages = byKind.get(handler.kind);
    const after = await (handler as DeviceHandler<HandledKind>).store(tx, messages as never, handler === last);
    if (after !== undefined) afterCommit.push(after);
  }
  return afterCommit;
}

const locksRegistry = (handler: AnyDeviceHandler): boolean => handler.locksRegistry === true;

const kindsOf = (handlers: readonly AnyDeviceHandler[]): Set<HandledKind> => new Set(handlers.map(({ kind }) => kind));

function messagesByKind(entries: readonly Entry[]): Map<HandledKind, DeviceMessage<unknown>[]> {
  const byKind = new Map<HandledKind, DeviceMessage<unknown>[]>();
  for (const entry of entries) {
    if (entry.kind === 'set_aside' || entry.kind === 'counted') continue;
    const messages = byKind.get(entry.kind);
    if (messages === undefined) byKind.set(entry.kind, [entry.message]);
    else messages.push(entry.message);
  }
  return byKind;
}

function deviceIdsIn(byKind: ReadonlyMap<HandledKind, readonly DeviceMessage<unknown>[]>): number[] {
  return [...new Set([...byKind.values()].flat().map(({ deviceId }) => deviceId))];
}
