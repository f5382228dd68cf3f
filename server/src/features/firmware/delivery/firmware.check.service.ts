import { deviceCheckSchema, type DeviceCheckAnswer } from '@trace/contract/firmware/firmware.device.schema';
import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import type { Database } from '#platform/db/database';
import type { DeviceAnswer, DeviceRequest } from '#platform/http/servers/device.edge';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceSelf, DeviceUpdates, Offer } from '../updates/firmware.updates.port.ts';
import type { Addresses } from './firmware.address.service.ts';
import { findVersion } from './firmware.delivery.store.ts';
import type { Proofs, ProvenDevice } from './firmware.proof.service.ts';
import { selfOfHeaders } from './firmware.requests.rules.ts';

interface CheckDependencies {
  database: Database;
  proofs: Proofs;
  addresses: Pick<Addresses, 'addressOf'>;
  updates: Pick<DeviceUpdates, 'offerTo'>;
}

/** The function check-firmware-update for devices. */
export function createCheck({ database, proofs, addresses, updates }: CheckDependencies) {
  const describe = async (
    device: ProvenDevice,
    self: DeviceSelf,
    offer: Offer | null,
    baseUrl: string,
  ): Promise<DeviceCheckAnswer> => {
    const currentVersion = self.version ?? (await findVersion(database.sql, device.id));
    if (offer === null) return { ...nothing, currentVersion, latestVersion: currentVersion };
    const { release, updateId } = offer;
    return {
      currentVersion,
      latestVersion: release.version,
      updateAvailable: true,
      updateUrl: addresses.addressOf(device.serial, updateId, baseUrl),
      releaseNotes: release.notes,
      fileSize: release.sizeBytes,
      releaseId: release.id,
      updateId,
      ...release.signed,
    };
  };

  return async (request: DeviceRequest): Promise<DeviceAnswer> => {
    const device = await proofs.requireDevice(request);
    const self = selfOf(request);
    const offer = await updates.offerTo(device, self);
    const answer = await describe(device, self, offer, request.baseUrl);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) };
  };
}

const nothing = {
  updateAvailable: false,
  updateUrl: null,
  releaseNotes: null,
  fileSize: null,
  releaseId: null,
  updateId: null,
  manifest: null,
  keyId: null,
  signature: null,
} as const;

/** The body counts before the query, and the query before the headers. */
function selfOf({ headers, query, json }: DeviceRequest): DeviceSelf {
  const given = deviceCheckSchema.safeParse({ ...query, ...objectOf(json() ?? {}) });
  if (!given.success) {
    const field = given.error.issues[0]?.path.join('.') ?? 'body';
    throw new Refusal('invalid_input', texts.badCheck, { field });
  }
  const { version, sequence = null, model = null, chip = null } = given.data;
  return { version: version ?? selfOfHeaders(headers).version, sequence, model, chip };
}

function objectOf(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Refusal('invalid_input', texts.badCheck, { field: 'body' });
}
