// Devices, published releases and rollouts for the tests of firmware.
import { startRollout, readRollout, listRolloutDevices } from '@trace/contract/firmware/staff/firmware.staff.api';
import {
  newRolloutSettingsSchema,
  type RolloutDetails,
  type RolloutDevice,
  type RolloutSettings,
  type RolloutTarget,
} from '@trace/contract/firmware/staff/firmware.staff.schema';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assignedDevice } from '#testing/followed-device';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import type { HandDevice } from '#testing/stand-ins/hand-device';

/** Between two rounds of the engine. */
const ROUND_MS = 2_000;

export interface FirmwareDevice extends HandDevice {
  /** Reports the running version. */
  runs(version: string, more?: object): Promise<void>;
  /** Reports a state of the newest offered update. */
  reports(state: string, more?: object): Promise<void>;
  /** The ids of the offered updates, in order. */
  offers(): string[];
}

export interface RolloutWorld {
  readonly staff: SignedIn;
  /** Connects a device of this model that runs 1.0.0. */
  device(model: string, more?: object): Promise<FirmwareDevice>;
  devices(model: string, count: number): Promise<FirmwareDevice[]>;
  publish(release: { model: string; version: string; channel?: 'stable' | 'beta'; chip?: string }): Promise<string>;
  start(releaseId: string, target: RolloutTarget, rollout?: StartOptions): Promise<RolloutDetails>;
  read(id: string): Promise<RolloutDetails>;
  devicesOf(id: string): Promise<RolloutDevice[]>;
  /** The device of a rollout. */
  find(id: string, device: HandDevice): Promise<RolloutDevice>;
  /** Lets the engine do a round. */
  round(): Promise<void>;
}

export interface StartOptions {
  id?: string;
  settings?: Partial<RolloutSettings>;
}

export async function rolloutWorld(portal: Portal): Promise<RolloutWorld> {
  const installer = await portal.person({ role: 'installer' });
  const staff = await portal.person({ role: 'staff' });

  const device = async (model: string, more: object = {}): Promise<FirmwareDevice> => {
    const hand = await assignedDevice(portal, installer, undefined);
    const offers = (): string[] =>
      hand
        .commands()
        .flatMap(({ command, parameters }) => (command === 'updateFirmware' ? `${parameters.updateId}` : []));
    const one: FirmwareDevice = {
      ...hand,
      offers,
      runs: (firmware, said = {}) =>
        hand.say('heartbeat', { status: 'online', intervalSec: 60, firmware, model, ...said }),
      reports: (state, said = {}) => hand.say('update', { updateId: offers().at(-1), state, ...said }),
    };
    await one.runs('1.0.0', more);
    return one;
  };

  const read = (id: string) => staff.api.call(readRollout, { params: { id } });
  const devicesOf = async (id: string) =>
    (await staff.api.call(listRolloutDevices, { params: { id }, query: { limit: 100 } })).devices;

  return {
    staff,
    device,
    async devices(model, count) {
      const all: FirmwareDevice[] = [];
      for (let index = 0; index < count; index += 1) all.push(await device(model));
      return all;
    },
    async publish({ model, version, channel = 'stable', chip }) {
      const [id, keyId, now] = [randomUUID(), '0123456789abcdef', portal.clock.now()];
      const expires = new Date(now.getTime() + 365 * 86_400_000);
      const manifest = JSON.stringify({
        ...{ schema: 1, model, chip: chip ?? null, version, sequence: 1, minSequence: 0, size: 4, channel },
        ...{ sha256: 'a'.repeat(64), md5: 'b'.repeat(32), url: '/image', notesUrl: null },
        ...{ notBefore: now.toISOString(), expires: expires.toISOString() },
      });
      await sql`
        insert into firmware_key (id, name, public_key, added_at) values (${keyId}, 'Test', '\\x00', ${now})
        on conflict do nothing`.execute(portal.test.database.sql);
      await sql`
        insert into firmware_release (id, model, chip, version, channel, size_bytes, sha256, md5, file_name, notes, state,
          uploaded_at, manifest, expires_at, key_id, signature, published_at)
        values (${id}, ${model}, ${chip ?? null}, ${version}, ${channel}, 4, ${'a'.repeat(64)}, ${'b'.repeat(32)},
          ${'a'.repeat(64)}, '', 'published', ${now}, ${manifest}, ${expires}, ${keyId}, '\\x01', ${now})`.execute(
        portal.test.database.sql,
      );
      return id;
    },
    async start(releaseId, target, { id = randomUUID(), settings = {} } = {}) {
      // Starting needs a fresh sign-in, and the clock of the tests runs fast.
      const { api } = await signInAs(portal.url, staff.email);
      return api.call(startRollout, {
        body: { id, releaseId, target, settings: newRolloutSettingsSchema.parse(settings) },
      });
    },
    read,
    devicesOf,
    async find(id, { serial }) {
      return (await devicesOf(id)).find(({ serialNumber }) => serialNumber === serial)!;
    },
    round: () => portal.clock.advance(ROUND_MS),
  };
}

export const chosen = (devices: readonly Pick<HandDevice, 'serial'>[]): RolloutTarget => ({
  kind: 'devices',
  serialNumbers: devices.map(({ serial }) => serial),
});
