import type { Database, Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Log } from '#platform/log/log';
import { applyMessage, heardOf, type DeviceState } from './device-status.reducer.rules.ts';
import { lockStates, saveStates } from './device-status.store.ts';

/** How exact 'last seen' is while a device only sends positions: the row is written at most this often. */
const HEARD_EVERY_MS = 5_000;

/** Identifies a message of the device. */
export type Said = { boot: number; seq: number; ts: number };

type SaidMessage = DeviceMessage<Said>;

/** Records that devices sent a message. The records are collected aside, so that no message waits for this write. */
export type LastContact = ReturnType<typeof createLastContact>;

export interface LastContactDependencies {
  database: Database;
  log: Log;
  /** Runs in the transaction that stores the states. */
  onStored(tx: Executor, states: readonly DeviceState[]): Promise<void>;
  onChanged(states: readonly DeviceState[]): void;
}

export function createLastContact({ database, log, onStored, onChanged }: LastContactDependencies) {
  const savedOf = new Map<number, Pick<SaidMessage, 'receivedAt' | 'skewed'>>();
  let noted = new Map<number, SaidMessage>();

  /** A message that shows another clock than the last one is due at once. */
  const isDue = ({ deviceId, receivedAt, skewed }: SaidMessage): boolean => {
    const saved = savedOf.get(deviceId);
    if (saved === undefined || saved.skewed !== skewed || noted.has(deviceId)) return true;
    return receivedAt.getTime() - saved.receivedAt.getTime() >= HEARD_EVERY_MS;
  };

  const saveAll = async (heard: ReadonlyMap<number, SaidMessage>): Promise<DeviceState[]> =>
    database.transaction(async (tx) => {
      const known = await lockStates(tx, [...heard.keys()]);
      const changed = [...known.values()].map((state) => {
        const said = heard.get(state.deviceId)!;
        return applyMessage(state, said.message, heardOf(said));
      });
      if (changed.length > 0) {
        await saveStates(tx, changed);
        await onStored(tx, changed);
      }
      return changed;
    });

  return {
    note(messages: readonly SaidMessage[]): void {
      for (const message of messages) if (isDue(message)) noted.set(message.deviceId, message);
    },
    /** Writes the records. A failed write is retried, unless a newer message was recorded meanwhile. */
    async save(): Promise<void> {
      if (noted.size === 0) return;
      const heard = noted;
      noted = new Map();
      // Before the write, so that a message that arrives meanwhile is compared with these.
      for (const [deviceId, { receivedAt, skewed }] of heard) savedOf.set(deviceId, { receivedAt, skewed });
      try {
        const changed = await saveAll(heard);
        onChanged(changed);
      } catch (error) {
        log.error({ err: error }, 'Saving last-contact times failed, kept in memory, retrying in the next sweep');
        noted = new Map([...heard, ...noted]);
      }
    },
  };
}
