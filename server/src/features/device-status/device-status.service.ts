import { silence } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Registry } from 'prom-client';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { createWatchdog } from '#platform/clock/watchdog';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Log } from '#platform/log/log';
import type { Streams } from '#platform/stream/streams';
import { createApply, type Apply } from './device-status.apply.service.ts';
import { createLastContact, type Said } from './device-status.last-contact.service.ts';
import type { ConditionHandler, DeviceStatusPort, Report } from './device-status.port.ts';
import { conditionOf } from './device-status.present.rules.ts';
import { createPublisher } from './device-status.publish.service.ts';
import type { DeviceState } from './device-status.reducer.rules.ts';
import { lockStates, takeLongSilent, takeNewlySilent } from './device-status.store.ts';
import { createStatusViews } from './device-status.views.service.ts';

/** Devices published per sweep. The next sweep handles the rest. */
const PUBLISHED_PER_SWEEP = 1_000;
const SWEEP_EVERY_MS = 1_000;
/** After failing for so long, the sweeps no longer detect silent devices. */
const LATE_AFTER_MS = 15 * SWEEP_EVERY_MS;

export interface DeviceStatusService extends DeviceStatusPort {
  list(actor: Actor): Promise<DeviceStatusView[]>;
  readonly apply: Apply;
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

export function createDeviceStatusService(dependencies: DeviceStatusDependencies): DeviceStatusService {
  const { database, clock, log, metrics } = dependencies;
  const publisher = createPublisher(dependencies);
  const views = createStatusViews(dependencies);
  const watchdog = createWatchdog(clock, LATE_AFTER_MS);
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
  const effects = { onStored: notifyWatcher, onChanged: publisher.publishSoon };
  const heard = createLastContact({ database, log, ...effects });

  const sweep = async (): Promise<void> => {
    const silent = await takeNewlySilent(database.sql, clock.now(), PUBLISHED_PER_SWEEP);
    if (silent.length > 0) await publisher.publish(silent);
  };

  return {
    ...views,
    apply: createApply({ log, metrics, ...effects }),
    noteHeard: heard.note,
    async lockStatus(tx, deviceIds) {
      await lockStates(tx, deviceIds);
    },
    isWatching: watchdog.isAlive,
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
      watchdog.reset();
      const stop = clock.every(SWEEP_EVERY_MS, async () => {
        await heard.save();
        await sweep().then(watchdog.reset, (error: unknown) =>
          log.error(
            { err: error },
            'Offline check failed, devices are marked offline later, retrying in the next sweep',
          ),
        );
      });
      return () => {
        watchdog.end();
        stop();
      };
    },
  };
}
