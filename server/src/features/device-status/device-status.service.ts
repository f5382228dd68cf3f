import { networkOf, silence, statusOf } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { Counter, type Registry } from 'prom-client';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { createWatchdog } from '#platform/clock/watchdog';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from '#platform/stream/streams';
import { nothingReported, emptyState, withNewer, type DeviceState } from './device-status.reducer.rules.ts';
import { createLastContact, type Said } from './device-status.last-contact.service.ts';
import type { ConditionHandler, DeviceCondition, DeviceStatusPort, Report } from './device-status.port.ts';
import { listStates, lockStates, saveStates, takeLongSilent, takeNewlySilent } from './device-status.store.ts';

/** Devices published per sweep. The next sweep handles the rest. */
const SWEEP_LIMIT = 1_000;
const SWEEP_EVERY_MS = 1_000;
/** After failing for so long, the sweeps no longer detect silent devices. */
const LATE_AFTER_MS = 15 * SWEEP_EVERY_MS;

type Fold<Message> = (state: DeviceState, message: DeviceMessage<Message>) => DeviceState;
/** Reads a message's own report. The state is the state before the message. */
type Read<Message> = (state: DeviceState, message: DeviceMessage<Message>) => Report;

interface CounterReset {
  before: DeviceState;
  after: DeviceState;
}

const sayNothing = (): Report => nothingReported;

export interface DeviceStatusService extends DeviceStatusPort {
  list(actor: Actor): Promise<DeviceStatusView[]>;
  /** Folds a batch of messages into the states of the devices. The returned function runs after commit. */
  apply<Message>(
    executor: Executor,
    messages: readonly DeviceMessage<Message>[],
    fold: Fold<Message>,
    read?: Read<Message>,
  ): Promise<() => void>;
  /** Records that devices sent any message. Call after the message is stored. */
  noteHeard(messages: readonly DeviceMessage<Said>[]): void;
  start(): () => void;
}

export interface DeviceStatusDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Registry;
  streams: Streams;
  devices: DevicesPort;
}

export function createDeviceStatusService({
  database,
  clock,
  log,
  metrics,
  streams,
  devices,
}: DeviceStatusDependencies): DeviceStatusService {
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

  const publishStatus = async (states: readonly DeviceState[]): Promise<void> => {
    const viewers = streams.viewers();
    if (viewers.size === 0) return;
    const parties = await devices.partiesOf(
      states.map((state) => state.deviceId),
      viewers,
    );
    const now = clock.now();
    for (const state of states)
      streams.push(deviceStatusEvent, parties.get(state.deviceId) ?? [], state.serial, present(state, now));
  };

  /**
   * A page that missed a push sees the change with the next push or poll. The device's message is stored regardless.
   */
  const publishSoon = (states: readonly DeviceState[]): void => {
    publishStatus(states).catch((error: unknown) =>
      log.error(
        { err: error },
        'Publishing a status change failed, open pages show the old status until they reload or poll',
      ),
    );
  };

  const beat = createWatchdog(clock, LATE_AFTER_MS);
  let watcher: ConditionHandler = async () => {};
  const notifyWatcher = (
    tx: Executor,
    states: readonly DeviceState[],
    reports: ReadonlyMap<number, Report> = new Map(),
  ): Promise<void> => {
    const now = clock.now();
    return watcher(
      tx,
      states.map((state) => conditionOf(state, now, reports.get(state.deviceId))),
    );
  };
  const heard = createLastContact({
    database,
    log,
    onStored: (tx, states) => notifyWatcher(tx, states),
    onChanged: publishSoon,
  });

  const viewsOf = async (known: readonly { id: number; serial: string }[]): Promise<DeviceStatusView[]> => {
    const states = new Map(
      (
        await listStates(
          database.sql,
          known.map((device) => device.id),
        )
      ).map((state) => [state.deviceId, state]),
    );
    const now = clock.now();
    return known.map((device) => present(states.get(device.id) ?? emptyState(device.id, device.serial), now));
  };

  const apply: DeviceStatusService['apply'] = async (executor, messages, fold, read = sayNothing) => {
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
    await notifyWatcher(executor, changed, reports);
    return () => {
      for (const reset of resets) noteReset(reset);
      publishSoon(changed);
    };
  };

  const sweep = async (): Promise<void> => {
    const silent = await takeNewlySilent(database.sql, clock.now(), SWEEP_LIMIT);
    if (silent.length > 0) await publishStatus(silent);
  };

  return {
    apply,
    noteHeard: heard.note,
    viewsOf,
    async list(actor) {
      return viewsOf(await devices.listFor(actor.accountId));
    },
    async get(actor, serial) {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null) throw new Refusal('not_found', devicesTexts.notFound);
      const [view] = await viewsOf([device]);
      return view!;
    },
    async statusOf(device) {
      const [state] = await listStates(database.sql, [device.id]);
      const known = state ?? emptyState(device.id, device.serial);
      const view = present(known, clock.now());
      return { view, wakesAt: view.status === 'sleeping' ? known.sleepsUntil : null };
    },
    async holdStatus(tx, deviceIds) {
      await lockStates(tx, deviceIds);
    },
    isWatching: beat.isAlive,
    onConditions: (handler) => {
      watcher = handler;
    },
    async takeLongSilent(tx, { since, patienceMs, graceMs }, limit) {
      const now = clock.now();
      const silent = await takeLongSilent(tx, {
        now,
        since,
        missedHeartbeats: silence.missedHeartbeats,
        graceSec: graceMs / SECOND_MS,
        patienceSec: patienceMs / SECOND_MS,
        limit,
      });
      return silent.map((state) => conditionOf(state, now));
    },
    start() {
      beat.reset();
      const stop = clock.every(SWEEP_EVERY_MS, async () => {
        await heard.save();
        await sweep().then(beat.reset, (error: unknown) =>
          log.error(
            { err: error },
            'Offline check failed, devices are marked offline later, retrying in the next sweep',
          ),
        );
      });
      return () => {
        beat.end();
        stop();
      };
    },
  };
}

const conditionOf = (state: DeviceState, now: Date, report = nothingReported): DeviceCondition => ({
  ...report,
  deviceId: state.deviceId,
  serial: state.serial,
  isSilent: state.silentAt !== null && state.silentAt <= now,
  heardAt: state.heardAt,
});

/** STAT-03: returns the device status for display. */
function present(state: DeviceState, now: Date): DeviceStatusView {
  const status = statusOf(state, now);
  const isThere = status === 'online' || status === 'updating' || (status === 'error' && state.connected);
  return {
    serialNumber: state.serial,
    status,
    sleepModeActive: status === 'sleeping',
    sleepModeEnabled: state.sleepModeEnabled,
    networkType: state.networkType,
    network: networkOf(state.networkType, state.connected && isThere),
    configApplied: state.configApplied,
    connectivity: isThere,
    liveGpsEnabled: state.liveGpsEnabled,
    batteryPct: state.batteryPct,
    signalPct: state.signalPct,
    lastError: state.lastError,
    lastSeen: state.heardAt?.toISOString() ?? null,
    expectedAt: (state.sleepsUntil ?? state.silentAt)?.toISOString() ?? null,
  };
}
