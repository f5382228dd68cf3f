import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import type { DevicesPort } from '#features/devices/devices.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import type { CommandPurpose } from './device-commands.port.ts';
import type { CommandStep } from './device-commands.store.ts';

/** Who may know how devices are, by the device's id. */
export type Parties = ReadonlyMap<number, readonly string[]>;

export interface ProgressPublisher {
  /**
   * Who hears of these commands. Ask before a transaction of the pool begins: one that waits for another connection
   * could wait for itself.
   */
  partiesOf(steps: readonly Pick<CommandStep, 'deviceId' | 'purpose'>[]): Promise<Parties>;
  /** Tells them, and who sent it, that a command has come a step further. */
  tell(executor: Executor, steps: readonly CommandStep[], parties: Parties): Promise<void>;
}

/** The others are steps of live tracking and of setting up: many, and told by their own features. */
const told: ReadonlySet<CommandPurpose> = new Set(['manual', 'ping']);

export function createPublisher(devices: Pick<DevicesPort, 'partiesOf'>): ProgressPublisher {
  return {
    async partiesOf(steps) {
      const ids = new Set(steps.filter(({ purpose }) => told.has(purpose)).map(({ deviceId }) => deviceId));
      return ids.size === 0 ? new Map() : devices.partiesOf([...ids]);
    },
    async tell(executor, steps, parties) {
      for (const { requestId, deviceId, purpose, sentBy } of steps) {
        if (!told.has(purpose)) continue;
        const audience = new Set([...(parties.get(deviceId) ?? []), ...(sentBy === null ? [] : [sentBy])]);
        await publishAfterCommit(executor, {
          kind: commandChangedEvent.name,
          audience: [...audience],
          payload: { requestId },
        });
      }
    },
  };
}
