import type { DevicesPort } from '#features/devices/devices.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { commandChanged } from './device-commands.events.ts';
import type { CommandPurpose } from './device-commands.port.ts';
import type { CommandStep } from './device-commands.store.ts';

/** The accounts with access to the device status, by the device's id. */
export type Parties = ReadonlyMap<number, readonly string[]>;

export type ProgressPublisher = ReturnType<typeof createPublisher>;

/** Live tracking and device setup publish their own progress. */
const publishedPurposes: ReadonlySet<CommandPurpose> = new Set(['manual', 'ping']);

export function createPublisher(devices: Pick<DevicesPort, 'partiesOf'>) {
  return {
    /**
     * Returns the recipients of events about these commands. Call before a pooled transaction begins: a transaction that
     * waits for a second connection can deadlock the pool.
     */
    async partiesOf(steps: readonly Pick<CommandStep, 'deviceId' | 'purpose'>[]): Promise<Parties> {
      const ids = new Set(
        steps.filter(({ purpose }) => publishedPurposes.has(purpose)).map(({ deviceId }) => deviceId),
      );
      return ids.size === 0 ? new Map() : devices.partiesOf([...ids]);
    },
    /** Publishes a command's progress to the parties and the sender. */
    async publish(executor: Executor, steps: readonly CommandStep[], parties: Parties): Promise<void> {
      for (const { requestId, deviceId, purpose, sentBy } of steps) {
        if (!publishedPurposes.has(purpose)) continue;
        const audience = new Set([...(parties.get(deviceId) ?? []), ...(sentBy === null ? [] : [sentBy])]);
        await publishAfterCommit(executor, commandChanged, audience, { requestId });
      }
    },
  };
}
