import { createHmac, timingSafeEqual } from 'node:crypto';
import { firmwareRules, IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Secrets } from '#platform/secrets/secrets';

/** The parameters of an address as they arrive. A repeated parameter arrives as a list, and proves nothing. */
export type AddressQuery = Readonly<Record<string, unknown>>;

/** The device and the update that a signed address names. */
export interface AddressedUpdate {
  readonly serial: string;
  readonly updateId: string;
}

export interface Addresses {
  /**
   * The address of the image of an update. Works for this device and this update, for two hours. `baseUrl`: where the
   * device reaches this server, unless that is the address of the portal.
   */
  addressOf(serial: string, updateId: string, baseUrl?: string): string;
  /** Null when the address was changed, signed with another key, or has expired. */
  read(query: AddressQuery): AddressedUpdate | null;
}

interface AddressDependencies {
  secrets: Pick<Secrets, 'deriveKey'>;
  clock: Pick<Clock, 'now'>;
  portalUrl: () => string;
}

/** Signs the addresses of images, so that a device needs no other proof to load its own image (T17). */
export function createAddresses({ secrets, clock, portalUrl }: AddressDependencies): Addresses {
  const key = secrets.deriveKey('firmware-address');

  const proofOf = (serial: string, updateId: string, until: string): Buffer =>
    createHmac('sha256', key).update(`${serial}\n${updateId}\n${until}`).digest();

  return {
    addressOf: (serial, updateId, baseUrl = portalUrl()) => {
      const until = String(Math.floor((clock.now().getTime() + firmwareRules.addressLifetimeMs) / SECOND_MS));
      const proof = proofOf(serial, updateId, until).toString('base64url');
      const query = new URLSearchParams({ device: serial, update: updateId, until, proof });
      return `${baseUrl}${IMAGE_PATH}?${query.toString()}`;
    },

    read: ({ device, update, until, proof }) => {
      if (![device, update, until, proof].every((value) => typeof value === 'string')) return null;
      const [serial, updateId, untilSec] = [String(device), String(update), String(until)];
      const given = Buffer.from(String(proof), 'base64url');
      const wanted = proofOf(serial, updateId, untilSec);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      return clock.now().getTime() < Number(untilSec) * SECOND_MS ? { serial, updateId } : null;
    },
  };
}
