// The keys of the authorities: made here, sealed in the database, opened by each process.
import 'reflect-metadata';
import { createHash, webcrypto } from 'node:crypto';

import * as x509 from '@peculiar/x509';
import { sql } from 'kysely';

import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';

import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

import { BACKDATED_MS, KEY_ALGORITHM, randomSerialNumber } from './certificate-requests.ts';

/** An authority as the database stores it. */
export interface KeptRoot {
  id: number;
  certificatePem: string;
  sealedKey: string;
}

export interface Root {
  readonly id: number;
  readonly certificatePem: string;
  readonly certificate: x509.X509Certificate;
  readonly fingerprint: string;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly key: webcrypto.CryptoKey;
}

/** Another process has made a certificate of the gateway or an authority. */
export const IDENTITY_CHANNEL = 'device_gateway_identity';

const SECRET_CONTEXT = 'device authority';

/** Oldest first. */
export async function listKept(executor: Executor): Promise<KeptRoot[]> {
  const { rows } = await sql<KeptRoot>`
    select id, certificate_pem, sealed_key from device_authority order by id`.execute(executor);
  return rows;
}

/** Makes the authority that follows the ones before. Call with the lock of the authorities. */
export async function makeRoot(tx: Executor, secrets: Secrets, clock: Clock, id = 1): Promise<KeptRoot> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerialNumber(),
    // Names differ, so that a client finds the issuer of a certificate by its name.
    name: id === 1 ? 'CN=Trace device authority' : `CN=Trace device authority ${id}`,
    ...validity(clock, rules.authorityMs),
    signingAlgorithm: KEY_ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const kept = {
    id,
    certificatePem: certificate.toString('pem'),
    sealedKey: secrets.seal(await privateKeyPem(keys.privateKey), SECRET_CONTEXT),
  };
  await sql`insert into device_authority (id, certificate_pem, sealed_key)
    values (${id}, ${kept.certificatePem}, ${kept.sealedKey})`.execute(tx);
  await sql`select pg_notify(${IDENTITY_CHANNEL}, '')`.execute(tx);
  return kept;
}

export async function openRoot(kept: KeptRoot, secrets: Secrets): Promise<Root> {
  const pem = secrets.open(kept.sealedKey, SECRET_CONTEXT);
  const [der] = x509.PemConverter.decode(pem);
  if (der === undefined) throw new Error('the key of the device authority cannot be read');
  const key = await webcrypto.subtle.importKey('pkcs8', der, KEY_ALGORITHM, false, ['sign']);
  const certificate = new x509.X509Certificate(kept.certificatePem);
  return {
    id: kept.id,
    certificatePem: kept.certificatePem,
    certificate,
    fingerprint: fingerprintOf(certificate),
    startsMs: certificate.notBefore.getTime(),
    endsMs: certificate.notAfter.getTime(),
    key,
  };
}

export function validity(clock: Clock, lifeMs: number): { notBefore: Date; notAfter: Date } {
  const nowMs = clock.now().getTime();
  return { notBefore: new Date(nowMs - BACKDATED_MS), notAfter: new Date(nowMs - BACKDATED_MS + lifeMs) };
}

export async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
}

export async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return x509.PemConverter.encode(der, 'PRIVATE KEY');
}

export function fingerprintOf(certificate: x509.X509Certificate): string {
  return createHash('sha256').update(Buffer.from(certificate.rawData)).digest('hex');
}
