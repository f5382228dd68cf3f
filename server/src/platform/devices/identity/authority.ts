// The certificate authorities of this installation. The first is made at the first start, the next years before the end
// of the newest. All are kept sealed in the database and shared by all processes. The newest signs device certificates.
import 'reflect-metadata';
import { isIP } from 'node:net';

import * as x509 from '@peculiar/x509';
import { sql } from 'kysely';

import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';

import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

import { needsSuccessor, validOf } from './authority.rules.ts';
import { hashOfKey, KEY_ALGORITHM, randomSerialNumber, readRequest } from './certificate-requests.ts';
import type { CertificateKind } from './certificate-requests.ts';
import { fingerprintOf, generateKeys, listKept, makeRoot, openRoot, privateKeyPem, validity } from './root-keys.ts';
import type { Root } from './root-keys.ts';

export interface SignedCertificate {
  readonly certificatePem: string;
  /** SHA-256 of the certificate, lower-case hex. */
  readonly fingerprint: string;
  /** SHA-256 of the public key, lower-case hex. */
  readonly keyHash: string;
  readonly expiresAt: Date;
}

export interface GatewayKeyPair {
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly expiresAt: Date;
}

export type TrustedRoot = Pick<Root, 'id' | 'certificatePem' | 'fingerprint' | 'startsMs' | 'endsMs'>;

export interface Authority {
  /** The certificates of all valid authorities, oldest first, in PEM. */
  readonly caPem: string;
  /** The valid authorities, oldest first. */
  roots(): readonly TrustedRoot[];
  /** Makes the next authority when due, and reads authorities made by other processes. */
  refresh(): Promise<void>;
  /**
   * Signed by the newest authority.
   * @throws RequestRefused; see readRequest
   */
  sign(kind: CertificateKind, csrPem: string, serial: string): Promise<SignedCertificate>;
  /** A fresh key and certificate for the TLS listener, signed by this authority. */
  gatewayCertificate(rootId: number, hostNames: readonly string[]): Promise<GatewayKeyPair>;
}

/** Any number works that no other advisory lock uses. */
const CREATION_LOCK = 741_862_003;

/** Opens the authorities, or creates the first one on first use. */
export async function openAuthority(options: {
  database: Database;
  secrets: Secrets;
  clock: Clock;
}): Promise<Authority> {
  const { database, secrets, clock } = options;
  let opened: Root[] = [];
  const nowMs = (): number => clock.now().getTime();
  const valid = (): Root[] => validOf(opened, nowMs());

  const listOrMake = () =>
    database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${CREATION_LOCK})`.execute(tx);
      const kept = await listKept(tx);
      const last = kept.at(-1);
      const newest = last === undefined ? undefined : { endsMs: endOf(last.certificatePem) };
      if (!needsSuccessor(newest, nowMs())) return kept;
      return [...kept, await makeRoot(tx, secrets, clock, (last?.id ?? 0) + 1)];
    });

  const open = async (): Promise<void> => {
    const roots: Root[] = [];
    for (const kept of await listOrMake()) {
      const root = await openRoot(kept, secrets);
      roots.push(root);
    }
    opened = roots;
  };

  await open();
  return {
    get caPem() {
      return valid()
        .map(({ certificatePem }) => certificatePem.trim())
        .join('\n');
    },
    roots: valid,
    refresh: open,
    sign: async (kind, csrPem, serial) =>
      signDevice(opened.at(-1)!, kind, await readRequest(csrPem, serial), serial, clock),
    gatewayCertificate: (rootId, hostNames) =>
      makeGatewayCertificate(
        opened.find(({ id }) => id === rootId)!,
        hostNames,
        clock,
      ),
  };
}

const endOf = (certificatePem: string): number => new x509.X509Certificate(certificatePem).notAfter.getTime();

async function signDevice(
  root: Root,
  kind: CertificateKind,
  publicKey: x509.PublicKey,
  serial: string,
  clock: Clock,
): Promise<SignedCertificate> {
  const lifetime = validity(clock, rules.deviceMs);
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
    keyHash: hashOfKey(publicKey),
    expiresAt: lifetime.notAfter,
  };
}

async function makeGatewayCertificate(root: Root, hostNames: readonly string[], clock: Clock): Promise<GatewayKeyPair> {
  const keys = await generateKeys();
  const names = hostNames.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name }));
  const lifetime = validity(clock, rules.gatewayMs);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerialNumber(),
    subject: 'CN=Trace device gateway',
    issuer: root.certificate.subjectName,
    ...lifetime,
    signingAlgorithm: KEY_ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: root.key,
    extensions: await leafExtensions(root, x509.ExtendedKeyUsage.serverAuth, names),
  });
  const keyPem = await privateKeyPem(keys.privateKey);
  return { keyPem, certificatePem: certificate.toString('pem'), expiresAt: lifetime.notAfter };
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
