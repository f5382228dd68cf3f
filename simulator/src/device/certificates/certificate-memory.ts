import type { Network } from '../wire.ts';

export interface KeyAndCertificate {
  readonly keyPem: string;
  readonly certificatePem: string;
}

/** A renewal under way: the key and its request, and the certificate once the server has answered. */
interface NextKey {
  readonly keyPem: string;
  readonly csrPem: string;
  readonly certificatePem: string | null;
}

export interface CertificateRecord {
  readonly inUse: KeyAndCertificate;
  /** Kept until the server knows that the device uses its new certificate. */
  readonly before: KeyAndCertificate | null;
  readonly next: NextKey | null;
  /** The certificates of the authorities that the device trusts, PEM. */
  readonly authorities: readonly string[];
}

/** The part of the flash that holds certificates. A record is written whole or not at all. */
export interface CertificateMemory {
  read(): CertificateRecord;
  write(record: CertificateRecord): void;
}

/** A device as it leaves the factory or its set-up. */
export function recordOf({ keyPem, certificatePem, caPem }: NonNullable<Network['tls']>): CertificateRecord {
  return { inUse: { keyPem, certificatePem }, before: null, next: null, authorities: splitPem(caPem) };
}

export function createCertificateMemory(first: CertificateRecord): CertificateMemory {
  let record = first;
  return {
    read: () => record,
    write(next) {
      record = next;
    },
  };
}

const splitPem = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
