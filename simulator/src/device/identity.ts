import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { PemConverter, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { serialSchema } from '@trace/contract/kernel/serial.schema';

/** The credentials that admit a device: its key, the certificate that names its serial, and the trusted CA. */
export interface Identity {
  readonly serial: string;
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly caPem: string;
}

/** A device before its certificate is signed. The key stays on the device. The request goes to the CA. */
export interface UnsignedIdentity {
  readonly serial: string;
  readonly keyPem: string;
  readonly requestPem: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Makes a P-256 key and a certificate request whose common name is the serial. Throws for a serial that is none. */
export async function createUnsignedIdentity(serial: string): Promise<UnsignedIdentity> {
  serialSchema.parse(serial);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: `CN=${serial}`,
    keys,
    signingAlgorithm: ALGORITHM,
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { serial, keyPem: PemConverter.encode(key, 'PRIVATE KEY'), requestPem: request.toString('pem') };
}
