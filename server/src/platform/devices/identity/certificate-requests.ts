// Reads a device's certificate request and signs it. The private key never leaves the device.
import 'reflect-metadata';
import { createHash, randomBytes, webcrypto } from 'node:crypto';

import * as x509 from '@peculiar/x509';

import { serialSchema } from '@trace/contract/kernel/serial.schema';

x509.cryptoProvider.set(webcrypto);

export type CertificateKind = 'factory' | 'operational';

/** A refused request. The message can be shown to the sender. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}

export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Clocks differ, so the validity of a certificate begins a little before its creation. */
export const BACKDATED_MS = 60 * 60 * 1_000;

const MAX_REQUEST_LENGTH = 8_192;

/** Returns the public key of a PEM request after verifying that the sender holds the private key. */
export async function readRequest(csrPem: string, serial: string): Promise<x509.PublicKey> {
  if (!serialSchema.safeParse(serial).success) throw new RequestRefused('This is not a valid serial number.');
  const request = parseRequest(csrPem);
  const algorithm = request.publicKey.algorithm as webcrypto.EcKeyAlgorithm;
  if (algorithm.name !== 'ECDSA' || algorithm.namedCurve !== 'P-256')
    throw new RequestRefused('The key must be EC P-256.');
  const [commonName] = request.subjectName.getField('CN');
  if (commonName !== undefined && commonName !== serial)
    throw new RequestRefused('The request is for another serial number.');
  if (!(await isSignedByItsKey(request))) throw new RequestRefused('The signature of the request is wrong.');
  return request.publicKey;
}

/** SHA-256 of the public key of a request, lower-case hex. Verifies the request as `readRequest` does. */
export async function hashKeyOf(csrPem: string, serial: string): Promise<string> {
  return hashOfKey(await readRequest(csrPem, serial));
}

export const hashOfKey = ({ rawData }: x509.PublicKey): string =>
  createHash('sha256').update(Buffer.from(rawData)).digest('hex');

/** A random serial number of 127 bits, positive as RFC 5280 requires. */
export function randomSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function parseRequest(csrPem: string): x509.Pkcs10CertificateRequest {
  if (csrPem.length > MAX_REQUEST_LENGTH) throw new RequestRefused('The request is too long.');
  try {
    return new x509.Pkcs10CertificateRequest(csrPem);
  } catch (cause) {
    throw new RequestRefused('This is not a valid certificate request.', { cause });
  }
}

async function isSignedByItsKey(request: x509.Pkcs10CertificateRequest): Promise<boolean> {
  try {
    return await request.verify();
  } catch {
    // A signature in an unreadable form proves no possession either.
    return false;
  }
}
