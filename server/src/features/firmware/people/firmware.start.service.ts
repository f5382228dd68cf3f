import { randomUUID } from 'node:crypto';
import type { startFirmwareUpdates, updateDeviceFirmware } from '@trace/contract/firmware/firmware.api';
import type { FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import type { AnswerOf, BodyOf } from '@trace/contract/kernel/endpoint';
import { isPhone } from '@trace/contract/kernel/serial';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit, type AuditOrigin } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { presentUpdate, type FirmwareOffers } from './firmware.offers.service.ts';
import { insertWanted, isUnderWay, lockUpdateTo, wantUpdate, type UpdateRow } from './firmware.people.store.ts';
import type { UpdatePublisher } from './firmware.publish.service.ts';

export interface StartDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly devices: Pick<DevicesPort, 'findFor' | 'getLockedFor'>;
  readonly offers: FirmwareOffers;
  readonly publisher: UpdatePublisher;
}

/** The release that a person has read about: by its id, or by its version. */
export type WantedRelease = { readonly releaseId: string } | { readonly version: string };

type ManyOutcome = AnswerOf<typeof startFirmwareUpdates>['outcomes'][number];

export type FirmwareStarts = ReturnType<typeof createFirmwareStarts>;

/** A person starts the offered update of a device. */
export function createFirmwareStarts(dependencies: StartDependencies) {
  const { database, clock, devices, offers, publisher } = dependencies;

  const startIn = async (
    tx: Tx,
    actor: Actor,
    serial: string,
    wanted: WantedRelease,
  ): Promise<{ update: UpdateRow; deviceId: number; isChanged: boolean }> => {
    // Locks the person's relation and the device until commit, so two starts at once run in sequence (T07).
    const device = await devices.getLockedFor(tx, actor.accountId, serial);
    if (isPhone(serial)) throw new Refusal('conflict', texts.phoneHasNone);
    const before = await lockUpdateTo(tx, device.id, wanted);
    if (before !== null) {
      const isBack = before.state === 'done' && (await isOffered(tx, offers, device, wanted));
      const isChanged = await wantAgain(tx, before, { actor, isBack, at: clock.now() });
      const update = isChanged ? (await lockUpdateTo(tx, device.id, wanted))! : before;
      return { update, deviceId: device.id, isChanged };
    }
    const { side, offer } = await offers.knownOf(tx, device);
    if (offer === null || !isSame(offer, wanted)) throw new Refusal('conflict', texts.notOffered);
    if (await isUnderWay(tx, device.id)) throw new Refusal('conflict', texts.otherUnderWay);
    await insertWanted(tx, {
      id: randomUUID(),
      rolloutId: offer.rolloutId,
      deviceId: device.id,
      ring: offer.deviceRing,
      fromVersion: side.version,
      wantedBy: actor.accountId,
      at: clock.now(),
    });
    return { update: (await lockUpdateTo(tx, device.id, wanted))!, deviceId: device.id, isChanged: true };
  };

  const start = async (
    actor: Actor,
    origin: AuditOrigin,
    serial: string,
    wanted: WantedRelease,
  ): Promise<FirmwareUpdate> => {
    if (actor.role === 'staff') throw new Refusal('forbidden', texts.staffUseRollouts);
    const { update } = await database.transaction(async (tx) => {
      const started = await startIn(tx, actor, serial, wanted);
      if (started.isChanged) {
        const details = { updateId: started.update.id, version: started.update.version };
        await recordAudit(
          tx,
          entryOf(actor.accountId, origin, 'firmware.start', { type: 'device', id: serial }, details),
        );
        await publisher.publish(tx, [started.deviceId]);
      }
      return started;
    });
    return presentUpdate(update);
  };

  const startOffered = async (actor: Actor, origin: AuditOrigin, serialNumber: string): Promise<ManyOutcome> => {
    const device = await devices.findFor(actor.accountId, serialNumber);
    if (device === null) return { serialNumber, outcome: 'not_found', message: null };
    const { offer } = await offers.read(actor, serialNumber);
    if (offer === null) return { serialNumber, outcome: 'up_to_date', message: null };
    try {
      await start(actor, origin, serialNumber, { releaseId: offer.releaseId });
      return { serialNumber, outcome: 'started', message: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'not_found') return { serialNumber, outcome: 'not_found', message: null };
      return { serialNumber, outcome: 'refused', message: error.message };
    }
  };

  return {
    start,

    /** Law 7: decides for each device as for a single one, and a refused device does not stop the others. */
    async startMany(actor: Actor, origin: AuditOrigin, serialNumbers: readonly string[]) {
      const outcomes: ManyOutcome[] = [];
      for (const serial of new Set(serialNumbers)) outcomes.push(await startOffered(actor, origin, serial));
      return { outcomes };
    },

    /** The documented function device-firmware-update. */
    async startByVersion(
      actor: Actor,
      origin: AuditOrigin,
      { serialNumber, firmwareVersion, updateUrl }: BodyOf<typeof updateDeviceFirmware>,
    ): Promise<FirmwareUpdate> {
      if (updateUrl != null) throw new Refusal('invalid_input', texts.noAddress, { field: 'body.updateUrl' });
      return start(actor, origin, serialNumber, { version: firmwareVersion });
    },
  };
}

/** For a device whose update is done: the device went back to an older version, such as by its boot loader. */
async function isOffered(tx: Tx, offers: FirmwareOffers, device: KnownDevice, wanted: WantedRelease): Promise<boolean> {
  const { offer } = await offers.knownOf(tx, device);
  return offer !== null && isSame(offer, wanted);
}

/**
 * Marks an update that waits or failed as wanted, or that is done on a device that went back. Returns false when a
 * repeated request changes nothing.
 */
async function wantAgain(
  tx: Tx,
  update: UpdateRow,
  { actor, isBack, at }: { actor: Actor; isBack: boolean; at: Date },
): Promise<boolean> {
  const mayBegin = update.state === 'failed' || isBack || (update.state === 'waiting' && !update.isWanted);
  if (!mayBegin) return false;
  if (update.rolloutState !== 'running' && update.rolloutState !== 'done') throw new Refusal('conflict', texts.onHold);
  await wantUpdate(tx, update.id, actor.accountId, at);
  return true;
}

const isSame = (offer: { releaseId: string; version: string }, wanted: WantedRelease): boolean =>
  'releaseId' in wanted ? offer.releaseId === wanted.releaseId : offer.version === wanted.version;
