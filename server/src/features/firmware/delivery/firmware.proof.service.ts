import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { DeviceCertificate, DeviceRequest } from '#platform/http/servers/device.edge';
import { Refusal } from '#platform/refusal/refusal';
import type { Addresses, AddressedUpdate } from './firmware.address.service.ts';
import { findByToken } from './firmware.delivery.store.ts';
import { tokenOf } from './firmware.requests.rules.ts';
import { hashOfToken, isToken } from './firmware.tokens.service.ts';

/** A device with a valid proof that is in use: neither removed nor replaced. */
export interface ProvenDevice {
  readonly id: number;
  readonly serial: string;
  /** The update of the signed address. Null for a request without a signed address. */
  readonly updateId: string | null;
}

export interface Proofs {
  /** Refuses a request without a proof, with a wrong proof, and with proofs of two devices. */
  requireDevice(request: DeviceRequest): Promise<ProvenDevice>;
}

export interface ProofDependencies {
  database: Database;
  clock: Clock;
  addresses: Pick<Addresses, 'read'>;
  devices: Pick<DevicesPort, 'deviceIdsOf'>;
  /** Whether the registry still knows the certificate, which the handshake has verified. */
  isCertificateValid(certificate: DeviceCertificate): Promise<boolean>;
}

const wrongProof = (): Refusal => new Refusal('unauthenticated', texts.wrongProof);

export function createProofs(dependencies: ProofDependencies): Proofs {
  const { database, clock, addresses, devices, isCertificateValid } = dependencies;

  const serialOfCertificate = async (certificate: DeviceCertificate): Promise<string> => {
    const isCurrent = clock.now().getTime() < certificate.validToMs;
    if (!isCurrent || !(await isCertificateValid(certificate))) throw wrongProof();
    return certificate.serial;
  };

  const deviceOfToken = async (token: string): Promise<{ id: number; serial: string }> => {
    const found = isToken(token) ? await findByToken(database.sql, hashOfToken(token)) : null;
    if (found === null) throw wrongProof();
    return found;
  };

  const readAddress = (query: DeviceRequest['query']): AddressedUpdate | null => {
    if (query.proof === undefined) return null;
    const addressed = addresses.read(query);
    if (addressed === null) throw wrongProof();
    return addressed;
  };

  return {
    requireDevice: async (request) => {
      const { certificate, headers, query } = request;
      const token = tokenOf(headers);
      const addressed = readAddress(query);
      const byToken = token === null ? null : await deviceOfToken(token);
      const serials = new Set([
        ...(certificate === null ? [] : [await serialOfCertificate(certificate)]),
        ...(byToken === null ? [] : [byToken.serial]),
        ...(addressed === null ? [] : [addressed.serial]),
      ]);
      const [serial] = serials;
      if (serial === undefined) throw new Refusal('unauthenticated', texts.noProof);
      if (serials.size > 1) throw new Refusal('forbidden', texts.otherDevice);
      const id = byToken?.id ?? (await devices.deviceIdsOf([serial])).get(serial);
      if (id === undefined) throw wrongProof();
      request.count(id);
      return { id, serial, updateId: addressed?.updateId ?? null };
    },
  };
}
