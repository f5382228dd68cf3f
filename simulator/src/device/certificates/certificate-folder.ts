import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '../identity.ts';
import { recordOf } from './certificate-memory.ts';
import type { CertificateMemory, CertificateRecord } from './certificate-memory.ts';

interface KeptRecord {
  /** The certificate of the identity from which the renewals began. */
  readonly origin: string;
  readonly record: CertificateRecord;
}

const OWNER_ONLY = 0o600;

/**
 * The certificates of a device in a file beside its identity, so that renewals outlive the process. A new identity in the
 * folder, from another set-up, begins anew.
 */
export function openCertificateFolder(folder: string, identity: Identity): CertificateMemory {
  const path = join(folder, `${identity.serial}.certificates.json`);
  const origin = identity.certificatePem;
  const read = (): CertificateRecord => {
    const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as KeptRecord) : null;
    return kept?.origin === origin ? kept.record : recordOf(identity);
  };
  return {
    read,
    write(record) {
      writeFileSync(`${path}.next`, JSON.stringify({ origin, record }), { mode: OWNER_ONLY });
      renameSync(`${path}.next`, path);
    },
  };
}
