// The certificate authority of this installation: created at the first start, kept sealed in the database, shared by
// all processes. Signs the gateway's own certificate and the certificates of devices.
import 'reflect-metadata';
import { createHash, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

import * as x509 from '@peculiar/x509';
import { sql } from 'kysely';

import { DAY_MS } from '@trace/contract/kernel/time';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

import { BACKDATED_MS, KEY_ALGORITHM, randomSerialNumber, readRequest } from './certificate-requests.ts';
import type { CertificateKind } from './certificate-requests.ts';

export interface SignedCertificate {
  readonly certificatePem: string;
  /** SHA-256 of the certificate, lower-case hex. */
  readonly fingerprint: string;
  /** The serial number in the certificate, lower-case hex. */
  readonly number: string;
  readonly expiresAt: Date;
}

export interface Authority {
  readonly caPem: string;
  /** @throws RequestRefused; see readRequest */
  sign(kind: CertificateKind, csrPem: string, serial: string): Promise<SignedCertificate>;
  /** A fresh key and certificate for the TLS listener. */
  gatewayCertificate(hostNames: readonly string[]): Promise<{ keyPem: string; certificatePem: string }>;
  /** A fresh key and certificate with which this server shows itself to a broker. */
  clientCertificate(): Promise<{ keyPem: string; certificatePem: string }>;
  /** The list of revoked certificates in PEM, by their serial numbers. */
  revocationList(revoked: readonly RevokedNumber[]): Promise<string>;
}

export interface RevokedNumber {
  readonly number: string;
  readonly revokedAt: Date;
}

/** The user name of this server at a broker. The dot keeps it apart from the serials of devices. */
export const SERVER_NAME = 'trace.server';

const ROOT_DAYS = 20 * 365;
const DEVICE_DAYS = 2 * 365;
const GATEWAY_DAYS = 90;

const SECRET_CONTEXT = 'device authority';
/** Any number works that no other advisory lock uses. */
const CREATION_LOCK = 741_862_003;

interface Root {
  readonly certificate: x509.X509Certificate;
  readonly key: webcrypto.CryptoKey;
}

/** Opens the authority, or creates the authority on first use. */
export async function openAuthority(options: {
  database: Database;
  secrets: Secrets;
  clock: Clock;
}): Promise<Authority> {
  const { database, secrets, clock } = options;
  const kept = await database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CREATION_LOCK})`.execute(tx);
    return (await readKept(tx)) ?? (await makeRoot(tx, secrets, clock));
  });
  const root = await openRoot(kept, secrets);
  return {
    caPem: kept.certificatePem,
    sign: async (kind, csrPem, serial) => signDevice(root, kind, await readRequest(csrPem, serial), serial, clock),
    gatewayCertificate: (hostNames) => makeGatewayCertificate(root, hostNames, clock),
    clientCertificate: () => makeClientCertificate(root, clock),
    revocationList: (revoked) => makeRevocationList(root, revoked, clock),
  };
}

interface Kept {
  certificatePem: string;
  sealedKey: string;
}

async function readKept(executor: Executor): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`select certificate_pem, sealed_key from device_authority`.execute(executor);
  return rows[0];
}

async function makeRoot(executor: Executor, secrets: Secrets, clock: Clock): Promise<Kept> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerialNumber(),
    name: 'CN=Trace device authority',
    ...validity(clock, ROOT_DAYS),
    signingAlgorithm: KEY_ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const kept = {
    certificatePem: certificate.toString('pem'),
    sealedKey: secrets.seal(await privateKeyPem(keys.privateKey), SECRET_CONTEXT),
  };
  await sql`insert into device_authority (certificate_pem, sealed_key)
    values (${kept.certificatePem}, ${kept.sealedKey})`.execute(executor);
  return kept;
}

async function openRoot(kept: Kept, secrets: Secrets): Promise<Root> {
  const pem = secrets.open(kept.sealedKey, SECRET_CONTEXT);
  const [der] = x509.PemConverter.decode(pem);
  if (der === undefined) throw new Error('the key of the device authority cannot be read');
  const key = await webcrypto.subtle.importKey('pkcs8', der, KEY_ALGORITHM, false, ['sign']);
  return { certificate: new x509.X509Certificate(kept.certificatePem), key };
}

async function signDevice(
  root: Root,
  kind: CertificateKind,
  publicKey: x509.PublicKey,
  serial: string,
  clock: Clock,
): Promise<SignedCertificate> {
  const lifetime = validity(clock, DEVICE_DAYS);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerialNumber(),
    subject: `CN=${serial}, OU=${kind}`,
    issuer: root.certificate.subjectName,
    ...lifetime,
    signingAlgorithm: KEY_ALGORITHM,
    publicKey,
    signingKey: root.key,
    extensions: await leafExtensions(root, x509.ExtendedKeyUsage.clientAuth, [{ type: 'dns', value: serial }]),
  });
  return {
    certificatePem: certificate.toString('pem'),
    fingerprint: fingerprintOf(certificate),
    number: certificate.serialNumber.toLowerCase(),
    expiresAt: lifetime.notAfter,
  };
}

async function makeGatewayCertificate(
  root: Root,
  hostNames: readonly string[],
  clock: Clock,
): Promise<{ keyPem: string; certificatePem: string }> {
  const names = hostNames.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name }));
  const extensions = await leafExtensions(root, x509.ExtendedKeyUsage.serverAuth, names);
  return makeOwnCertificate(root, 'CN=Trace device gateway', extensions, clock);
}

async function makeClientCertificate(root: Root, clock: Clock): Promise<{ keyPem: string; certificatePem: string }> {
  const names = [{ type: 'dns' as const, value: SERVER_NAME }];
  const extensions = await leafExtensions(root, x509.ExtendedKeyUsage.clientAuth, names);
  return makeOwnCertificate(root, `CN=${SERVER_NAME}`, extensions, clock);
}

async function makeOwnCertificate(root: Root, subject: string, extensions: x509.Extension[], clock: Clock) {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerialNumber(),
    subject,
    issuer: root.certificate.subjectName,
    ...validity(clock, GATEWAY_DAYS),
    signingAlgorithm: KEY_ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: root.key,
    extensions,
  });
  return { keyPem: await privateKeyPem(keys.privateKey), certificatePem: certificate.toString('pem') };
}

async function makeRevocationList(root: Root, revoked: readonly RevokedNumber[], clock: Clock): Promise<string> {
  const { notBefore, notAfter } = validity(clock, ROOT_DAYS);
  const list = await x509.X509CrlGenerator.create({
    issuer: root.certificate.subjectName,
    thisUpdate: notBefore,
    nextUpdate: notAfter,
    entries: revoked.map(({ number, revokedAt }) => ({ serialNumber: number, revocationDate: revokedAt })),
    signingAlgorithm: KEY_ALGORITHM,
    signingKey: root.key,
  });
  // The name that OpenSSL expects.
  return x509.PemConverter.encode(list.rawData, 'X509 CRL');
}

async function leafExtensions(
  root: Root,
  usage: x509.ExtendedKeyUsage,
  names: { type: 'dns' | 'ip'; value: string }[],
): Promise<x509.Extension[]> {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([usage], true),
    new x509.SubjectAlternativeNameExtension(names),
    await x509.AuthorityKeyIdentifierExtension.create(root.certificate.publicKey),
  ];
}

function validity(clock: Clock, days: number): { notBefore: Date; notAfter: Date } {
  const nowMs = clock.now().getTime();
  return { notBefore: new Date(nowMs - BACKDATED_MS), notAfter: new Date(nowMs - BACKDATED_MS + days * DAY_MS) };
}

async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return x509.PemConverter.encode(der, 'PRIVATE KEY');
}

function fingerprintOf(certificate: x509.X509Certificate): string {
  return createHash('sha256').update(Buffer.from(certificate.rawData)).digest('hex');
}
