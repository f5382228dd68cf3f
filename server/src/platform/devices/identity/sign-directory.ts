// Signs the requests of a production run: every `<serial>.csr.pem` of a folder gets its `<serial>.crt.pem` beside it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { RequestRefused } from './certificate-requests.ts';
import type { Certificates } from './certificates.ts';

export interface SigningReport {
  readonly signed: string[];
  /** Serials whose certificate is already there. */
  readonly skipped: string[];
  readonly refused: { readonly serial: string; readonly reason: string }[];
}

const REQUEST_ENDING = '.csr.pem';
const CERTIFICATE_ENDING = '.crt.pem';
const CA_FILE = 'ca.crt.pem';

/** Issues factory certificates. Reports a refused request and continues with the rest. A repeat is harmless. */
export async function signDirectory(options: {
  certificates: Pick<Certificates, 'issue' | 'caPem'>;
  directory: string;
}): Promise<SigningReport> {
  const { certificates, directory } = options;
  const report: SigningReport = { signed: [], skipped: [], refused: [] };
  const names = await readdir(directory);
  const present = new Set(names);
  for (const name of names.filter((one) => one.endsWith(REQUEST_ENDING)).toSorted()) {
    const serial = name.slice(0, -REQUEST_ENDING.length);
    const certificate = serial + CERTIFICATE_ENDING;
    if (present.has(certificate) && (await isComplete(path.join(directory, certificate)))) report.skipped.push(serial);
    else await signOne(certificates, directory, serial, report);
  }
  await writeFile(path.join(directory, CA_FILE), certificates.caPem);
  return report;
}

/** A full disk or a killed process leaves the beginning of a file, which no device could use. */
async function isComplete(file: string): Promise<boolean> {
  return (await readFile(file, 'utf8')).trimEnd().endsWith('-----END CERTIFICATE-----');
}

async function signOne(
  certificates: Pick<Certificates, 'issue'>,
  directory: string,
  serial: string,
  report: SigningReport,
): Promise<void> {
  const csrPem = await readFile(path.join(directory, serial + REQUEST_ENDING), 'utf8');
  try {
    const { certificatePem } = await certificates.issue(serial, csrPem, 'factory');
    await writeFile(path.join(directory, serial + CERTIFICATE_ENDING), certificatePem);
    report.signed.push(serial);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    report.refused.push({ serial, reason: error.message });
  }
}
