// The factory's part for a device: a key of its own, and a request for a certificate.
import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';

import * as x509 from '@peculiar/x509';

import type { Certificates } from '../identity/certificates.ts';
import type { CertificateKind } from '../identity/certificate-requests.ts';

x509.cryptoProvider.set(webcrypto);

export interface DeviceCertificate {
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly fingerprint: string;
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A request as a device makes it. `commonName` is usually its serial. */
export async function makeRequest(commonName: string, algorithm = P256): Promise<{ keyPem: string; csrPem: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: `CN=${commonName}`,
    keys,
    signingAlgorithm: algorithm,
  });
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { keyPem: x509.PemConverter.encode(der, 'PRIVATE KEY'), csrPem: request.toString('pem') };
}

export async function makeDevice(
  certificates: Certificates,
  serial: string,
  kind: CertificateKind = 'factory',
): Promise<DeviceCertificate> {
  const { keyPem, csrPem } = await makeRequest(serial);
  const { certificatePem, fingerprint } = await certificates.issue(serial, csrPem, kind);
  return { keyPem, certificatePem, fingerprint };
}

/** SHA-256, as a device states it. */
export const fingerprintOfPem = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
