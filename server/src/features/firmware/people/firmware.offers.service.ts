import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type {
  DeviceFirmware,
  FirmwareCue,
  FirmwareInfo,
  FirmwareUpdate,
} from '@trace/contract/firmware/firmware.schema';
import type { firmwareUpdateEvent } from '@trace/contract/firmware/firmware.stream';
import { isPhone } from '@trace/contract/kernel/serial';
import type { DataOf } from '@trace/contract/kernel/stream';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { percentileOf } from '../rollouts/firmware.percentile.service.ts';
import { highestOffer, type DeviceSide, type Offered } from './firmware.eligibility.rules.ts';
import { listCandidates, listCurrentUpdates, listDeviceSides, type UpdateRow } from './firmware.people.store.ts';

export interface OffersDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly devices: Pick<DevicesPort, 'findFor' | 'getFor' | 'deviceIdsOf' | 'relationsOf'>;
}

interface Target {
  readonly id: number;
  readonly serial: string;
  readonly replacedBy?: string | null;
}

interface Known {
  readonly side: DeviceSide;
  readonly offer: Offered | null;
}

export type FirmwareOffers = ReturnType<typeof createFirmwareOffers>;

/** Versions, offers and updates of devices, for people. */
export function createFirmwareOffers({ database, clock, devices }: OffersDependencies) {
  const offersTo = async (executor: Executor, targets: readonly Target[]): Promise<ReadonlyMap<number, Known>> => {
    const ids = targets.map(({ id }) => id);
    const sides = await listDeviceSides(executor, ids);
    const models = [...new Set([...sides.values()].map(({ model }) => model))];
    const candidates = await listCandidates(executor, { models, deviceIds: ids, at: clock.now() });
    const knownOf = ({ id, serial, replacedBy }: Target): Known => {
      const side = sides.get(id)!;
      if (isPhone(serial) || replacedBy != null) return { side, offer: null };
      return { side, offer: highestOffer(candidates, { id, side }, (rolloutId) => percentileOf(rolloutId, serial)) };
    };
    return new Map(targets.map((target) => [target.id, knownOf(target)]));
  };

  const knownOf = async (executor: Executor, target: Target): Promise<Known> =>
    (await offersTo(executor, [target])).get(target.id)!;

  const updateOf = async (deviceId: number): Promise<UpdateRow | null> =>
    (await listCurrentUpdates(database.sql, [deviceId])).get(deviceId) ?? null;

  /** Staff see every device in use, a person only devices with a relation. */
  const deviceFor = async (actor: Actor, serial: string): Promise<Target> => {
    if (actor.role !== 'staff') return devices.getFor(actor.accountId, serial);
    const id = (await devices.deviceIdsOf([serial])).get(serial);
    if (id === undefined) throw notFound();
    return { id, serial };
  };

  const read = async (actor: Actor, serial: string): Promise<DeviceFirmware> => {
    const device = await deviceFor(actor, serial);
    const { side, offer } = await knownOf(database.sql, device);
    const update = await updateOf(device.id);
    return {
      serialNumber: device.serial,
      currentVersion: side.version,
      offer: offer && {
        releaseId: offer.releaseId,
        version: offer.version,
        notes: offer.notes,
        fileSizeBytes: offer.sizeBytes,
        publishedAt: offer.publishedAt.toISOString(),
      },
      update: update && presentUpdate(update),
    };
  };

  return {
    knownOf,
    read,

    /** Cues for lists: devices of this person with an offer or an unfinished update. */
    async cues(actor: Actor, serials: readonly string[]): Promise<FirmwareCue[]> {
      const ids = [...(await devices.deviceIdsOf(serials)).values()];
      const related = await devices.relationsOf(ids, [actor.accountId]);
      const targets = related.map(({ deviceId, serial }) => ({ id: deviceId, serial }));
      const known = await offersTo(database.sql, targets);
      const updates = await listCurrentUpdates(database.sql, [...known.keys()]);
      return targets.flatMap(({ id, serial }) => {
        const row = updates.get(id);
        const update = row === undefined || isOver(row) ? null : presentUpdate(row);
        const availableVersion = known.get(id)!.offer?.version ?? null;
        return update === null && availableVersion === null ? [] : [{ serialNumber: serial, availableVersion, update }];
      });
    },

    /** The documented answer of check-firmware-update. */
    async check(actor: Actor, serial: string): Promise<FirmwareInfo> {
      const { currentVersion, offer } = await read(actor, serial);
      return {
        currentVersion,
        latestVersion: offer?.version ?? currentVersion,
        updateAvailable: offer !== null,
        updateUrl: null,
        releaseNotes: offer?.notes ?? null,
        fileSize: offer?.fileSizeBytes ?? null,
        releaseId: offer?.releaseId ?? null,
      };
    },

    /** The current update at the moment of the push. Null: the person has lost access. */
    async presentChanged(
      { deviceId, serial }: { deviceId: number; serial: string },
      actor: Actor,
    ): Promise<DataOf<typeof firmwareUpdateEvent> | null> {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null || device.id !== deviceId) return null;
      const update = await updateOf(deviceId);
      return update && { serialNumber: serial, update: presentUpdate(update) };
    },
  };
}

const isOver = ({ state }: UpdateRow): boolean => state === 'done' || state === 'failed' || state === 'cancelled';

export const presentUpdate = (row: UpdateRow): FirmwareUpdate => ({
  id: row.id,
  version: row.version,
  state: row.state,
  progressPct: row.progressPct,
  waitingFor: row.state === 'waiting' ? row.waitingFor : null,
  minBatteryPct: row.minBatteryPct,
  failure: row.failure,
  isWanted: row.isWanted,
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
  changedAt: row.changedAt.toISOString(),
});

export const notFound = (): Refusal => new Refusal('not_found', devicesTexts.notFound);
