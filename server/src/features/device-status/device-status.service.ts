import { networkOf, statusOf } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from '#platform/stream/streams';
import { foldSaid, unheard, type DeviceState } from './device-status.fold.rules.ts';
import type { DeviceStatusPort } from './device-status.port.ts';
import { listStates, lockFreeStates, lockStates, saveStates, takeNewlySilent } from './device-status.store.ts';

/** How exact 'last seen' is while a device only sends positions: the row is written at most this often. */
const HEARD_EVERY_MS = 5_000;
/** Devices that one sweep tells of; the next one follows at once when there are more. */
const SWEEP_LIMIT = 1_000;
const SWEEP_EVERY_MS = 1_000;

type Fold<Message> = (state: DeviceState, message: DeviceMessage<Message>) => DeviceState;

/** Which message of the device it was. */
type Said = { boot: number; seq: number };

export interface DeviceStatusService extends DeviceStatusPort {
  list(actor: Actor): Promise<DeviceStatusView[]>;
  get(actor: Actor, serial: string): Promise<DeviceStatusView>;
  /** Folds a batch of messages into the states of their devices; what is answered runs after the commit. */
  apply<Message>(
    executor: Executor,
    messages: readonly DeviceMessage<Message>[],
    fold: Fold<Message>,
  ): Promise<() => void>;
  /** Notes that devices said something, whatever it was; not every time. */
  applyHeard(executor: Executor, messages: readonly DeviceMessage<Said>[]): Promise<void | (() => void)>;
  start(): () => void;
}

export interface DeviceStatusDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  streams: Streams;
  devices: DevicesPort;
}

export function createDeviceStatusService({
  database,
  clock,
  log,
  streams,
  devices,
}: DeviceStatusDependencies): DeviceStatusService {
  const heardAtMs = new Map<number, number>();

  const tell = async (states: readonly DeviceState[]): Promise<void> => {
    if (streams.viewers().size === 0) return;
    const parties = await devices.partiesOf(states.map((state) => state.deviceId));
    const now = clock.now();
    for (const state of states)
      streams.push(deviceStatusEvent, parties.get(state.deviceId) ?? [], state.serial, present(state, now));
  };

  /** A page that missed a push sees the change with the next one or the next look; the device's message is stored. */
  const tellLater = (states: readonly DeviceState[]): void => {
    tell(states).catch((error: unknown) => log.error({ err: error }, 'a change of status could not be pushed'));
  };

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
    return known.map((device) => present(states.get(device.id) ?? unheard(device.id, device.serial), now));
  };

  const apply: DeviceStatusService['apply'] = async (executor, messages, fold) => {
    const states = await lockStates(executor, [...new Set(messages.map((message) => message.deviceId))]);
    for (const message of messages) {
      states.set(
        message.deviceId,
        fold(states.get(message.deviceId) ?? unheard(message.deviceId, message.serial), message),
      );
    }
    const changed = [...states.values()].sort((one, other) => one.deviceId - other.deviceId);
    await saveStates(executor, changed);
    return () => tellLater(changed);
  };

  const sweep = async (): Promise<void> => {
    const silent = await takeNewlySilent(database.sql, clock.now(), SWEEP_LIMIT);
    if (silent.length > 0) await tell(silent);
  };

  return {
    apply,
    async applyHeard(executor, messages) {
      const due = messages.filter(
        ({ deviceId, receivedAt }) => receivedAt.getTime() - (heardAtMs.get(deviceId) ?? 0) >= HEARD_EVERY_MS,
      );
      if (due.length === 0) return undefined;
      // A row that another transaction holds is left: that one hears the same device. Waiting here could end in a circle.
      const free = await lockFreeStates(executor, [...new Set(due.map((message) => message.deviceId))]);
      const heard = new Map(due.map((message) => [message.deviceId, message]));
      const changed = free.map((state) => {
        const { message, receivedAt } = heard.get(state.deviceId)!;
        return foldSaid(state, message, receivedAt);
      });
      if (changed.length > 0) await saveStates(executor, changed);
      return () => {
        for (const [deviceId, { receivedAt }] of heard) heardAtMs.set(deviceId, receivedAt.getTime());
        tellLater(changed);
      };
    },
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
      const known = state ?? unheard(device.id, device.serial);
      const view = present(known, clock.now());
      return { view, wakesAt: view.status === 'sleeping' ? known.sleepsUntil : null };
    },
    start() {
      return clock.every(SWEEP_EVERY_MS, async () => {
        await sweep().catch((error: unknown) => log.error({ err: error }, 'silent devices could not be looked for'));
      });
    },
  };
}

/** STAT-03: how a device is, as people see it. */
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
