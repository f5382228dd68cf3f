// Reads the certificate and the key by which people reach the portal, and says in a sentence why a pair cannot serve.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';

import { StartProblem } from '#platform/refusal/start-problem';

export interface CertificateFiles {
  /** PEM: the certificate, followed by the certificates of its chain. */
  readonly certificateFile: string;
  readonly keyFile: string;
}

export interface CertificatePair {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly expiresAt: Date;
}

/**
 * @param host of the address that people use
 * @throws StartProblem with a sentence that names the setting
 */
export async function readCertificatePair(
  { certificateFile, keyFile }: CertificateFiles,
  host: string,
  now: Date,
): Promise<CertificatePair> {
  // In turn, so that each start names the same problem.
  const certificatePem = await readSetting('TLS_CERT', certificateFile);
  const keyPem = await readSetting('TLS_KEY', keyFile);
  const certificate = parseCertificate(certificatePem, certificateFile);
  if (!certificate.checkPrivateKey(parseKey(keyPem, keyFile)))
    throw new StartProblem(`TLS_KEY: the key in ${keyFile} does not belong to the certificate in ${certificateFile}.`);
  const expiresAt = new Date(certificate.validTo);
  if (expiresAt <= now)
    throw new StartProblem(`TLS_CERT: the certificate in ${certificateFile} ended on ${dayOf(expiresAt)}. Renew it.`);
  const validFrom = new Date(certificate.validFrom);
  if (validFrom > now)
    throw new StartProblem(
      `TLS_CERT: the certificate in ${certificateFile} is valid only from ${dayOf(validFrom)}. Check the clock.`,
    );
  if (!isFor(certificate, host))
    throw new StartProblem(
      `TLS_CERT: the certificate in ${certificateFile} is for ${namesIn(certificate)}, not for ${host} of PUBLIC_URL.`,
    );
  requireUsable(certificatePem, keyPem, certificateFile);
  return { certificatePem, keyPem, expiresAt };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
};

async function readSetting(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = fileProblems[code ?? ''] ?? `cannot be read (${code})`;
    throw new StartProblem(`${setting}: the file ${file} ${problem}.`, { cause: error });
  }
}

function parseCertificate(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new StartProblem(`TLS_CERT: the file ${file} holds no certificate in PEM form.`, { cause: error });
  }
}

function parseKey(pem: string, file: string) {
  if (pem.includes('ENCRYPTED'))
    throw new StartProblem(`TLS_KEY: the key in ${file} has a passphrase. Store it without one.`);
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new StartProblem(`TLS_KEY: the file ${file} holds no private key in PEM form.`, { cause: error });
  }
}

/** Browsers ignore the common name, so only the alternative names count. */
function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) return certificate.checkIP(address) !== undefined;
  return certificate.checkHost(host, { subject: 'never' }) !== undefined;
}

const namesIn = ({ subjectAltName }: X509Certificate): string =>
  subjectAltName?.replaceAll(/\b(?:DNS|IP Address):/g, '') ?? 'no name';

/** OpenSSL refuses some pairs that parse, such as keys that are too short. */
function requireUsable(cert: string, key: string, file: string): void {
  try {
    createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartProblem(`TLS_CERT: the certificate in ${file} cannot be used (${reason}).`, { cause: error });
  }
}
