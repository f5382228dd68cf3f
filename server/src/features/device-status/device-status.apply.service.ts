import { Counter, type Registry } from 'prom-client';
import type { Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Log } from '#platform/log/log';
import type { Report } from './device-status.port.ts';
import { nothingReported, withNewer, type DeviceState } from './device-status.reducer.rules.ts';
import { lockStates, saveStates } from './device-status.store.ts';

type Fold<Message> = (state: DeviceState, message: DeviceMessage<Message>) => DeviceState;
/** Reads a message's own report. The state is the state before the message. */
type Read<Message> = (state: DeviceState, message: DeviceMessage<Message>) => Report;

interface CounterReset {
  before: DeviceState;
  after: DeviceState;
}

const sayNothing = (): Report => nothingReported;

export type Apply = ReturnType<typeof createApply>;

export interface ApplyDependencies {
  log: Log;
  metrics: Registry;
  /** Runs in the transaction that stores the states. */
  onStored(tx: Executor, states: readonly DeviceState[], reports: ReadonlyMap<number, Report>): Promise<void>;
  onChanged(states: readonly DeviceState[]): void;
}

export function createApply({ log, metrics, onStored, onChanged }: ApplyDependencies) {
  const counterResets = new Counter({
    name: 'trace_device_counter_resets_total',
    help: 'Devices that began to count their messages anew, and are believed',
    registers: [metrics],
  });
  const noteReset = ({ before, after }: CounterReset): void => {
    counterResets.inc();
    const { serial, boot, seq } = after;
    log.warn(
      { serial, boot, seq, previousBoot: before.boot, previousSeq: before.seq },
      'Message counter of a device fell back, its status follows the new count',
    );
  };

  /** Folds a batch of messages into the states of the devices. The returned function runs after commit. */
  return async <Message>(
    executor: Executor,
    messages: readonly DeviceMessage<Message>[],
    fold: Fold<Message>,
    read: Read<Message> = sayNothing,
  ): Promise<() => void> => {
    const states = await lockStates(executor, [...new Set(messages.map((message) => message.deviceId))]);
    const reports = new Map<number, Report>();
    const resets: CounterReset[] = [];
    for (const message of messages) {
      const { deviceId } = message;
      const state = states.get(deviceId);
      // The device was removed or replaced meanwhile, so the message changes no state.
      if (state === undefined) continue;
      reports.set(deviceId, withNewer(reports.get(deviceId) ?? nothingReported, read(state, message)));
      const next = fold(state, message);
      if (next.counterResetAt !== state.counterResetAt) resets.push({ before: state, after: next });
      states.set(deviceId, next);
    }
    const changed = [...states.values()];
    if (changed.length === 0) return () => {};
    await saveStates(executor, changed);
    await onStored(executor, changed, reports);
    return () => {
      for (const reset of resets) noteReset(reset);
      onChanged(changed);
    };
  };
}
