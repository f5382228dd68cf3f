import type { HeartbeatMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceHandler, DeviceMessage } from '#platform/devices/device-message';
import type { DeviceRunning, ProgressService } from './firmware.progress.service.ts';

type Heartbeat = DeviceMessage<HeartbeatMessage>;

/** Takes reports of updates, and the versions in heartbeats. */
export function firmwareHandlers(progress: ProgressService) {
  /** The last firmware fields of each device: a heartbeat without news costs no statement. */
  const saidBefore = new Map<number, string>();

  const isNews = ({ deviceId, message }: Heartbeat): boolean =>
    saysSomething(message) && saidBefore.get(deviceId) !== textOf(message);

  const updates: DeviceHandler<'update'> = {
    name: 'firmware update',
    kind: 'update',
    store: (tx, messages) =>
      progress.takeReports(
        tx.executor,
        messages.map(({ deviceId, message }) => ({
          deviceId,
          updateId: message.updateId,
          state: message.state,
          progressPct: message.progressPct === undefined ? null : Math.floor(message.progressPct),
          failure: message.failure ?? null,
          detail: message.detail ?? null,
          boot: message.boot,
          seq: message.seq,
        })),
      ),
  };
  const heartbeats: DeviceHandler<'heartbeat'> = {
    name: 'firmware heartbeat',
    kind: 'heartbeat',
    async store(tx, messages) {
      const news = newestOfEach(await progress.withoutEarlierBoots(tx.executor, messages.filter(isNews)));
      if (news.size === 0) return;
      await progress.takeSelves(tx.executor, [...news.values()].map(selfOf));
      return () => {
        for (const [deviceId, { message }] of news) saidBefore.set(deviceId, textOf(message));
      };
    },
  };
  return [updates, heartbeats];
}

/** By device. */
const newestOfEach = (heartbeats: readonly Heartbeat[]): Map<number, Heartbeat> =>
  new Map(heartbeats.map((heartbeat) => [heartbeat.deviceId, heartbeat]));

const saysSomething = ({ firmware, firmwareSequence, model, chip }: HeartbeatMessage): boolean =>
  [firmware, firmwareSequence, model, chip].some((value) => value !== undefined);

/** With the boot count: the old version after a restart is news. */
const textOf = ({ boot, firmware, firmwareSequence, model, chip }: HeartbeatMessage): string =>
  [boot, firmware, firmwareSequence, model, chip].join('|');

const selfOf = ({ deviceId, message }: Heartbeat): DeviceRunning => ({
  deviceId,
  version: message.firmware ?? null,
  sequence: message.firmwareSequence ?? null,
  model: message.model ?? null,
  chip: message.chip ?? null,
  boot: message.boot,
});
