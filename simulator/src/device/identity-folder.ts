import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Identity, UnsignedIdentity } from './identity.ts';

/** A folder of device identities: `<serial>.key.pem`, `.csr.pem`, `.crt.pem` each, and a single `ca.crt.pem`. */
const KEY = '.key.pem';
const REQUEST = '.csr.pem';
const CERTIFICATE = '.crt.pem';
const CA_FILE = 'ca.crt.pem';
const OWNER_ONLY = 0o600;

/** Writes key and request, never over a key that is there already. */
export async function writeUnsignedIdentity(folder: string, identity: UnsignedIdentity): Promise<void> {
  await mkdir(folder, { recursive: true });
  const keyPath = join(folder, identity.serial + KEY);
  await writeFile(keyPath, identity.keyPem, { mode: OWNER_ONLY, flag: 'wx' });
  await writeFile(join(folder, identity.serial + REQUEST), identity.requestPem);
}

/** Puts the signed certificate and the CA's beside the key. */
export async function writeCertificate(
  folder: string,
  serial: string,
  signed: { certificatePem: string; caPem: string },
): Promise<void> {
  await writeFile(join(folder, serial + CERTIFICATE), signed.certificatePem);
  await writeFile(join(folder, CA_FILE), signed.caPem);
}

/** Throws with the missing file's path when the identity is not complete. */
export async function readIdentity(folder: string, serial: string): Promise<Identity> {
  const [keyPem, certificatePem, caPem] = await Promise.all([
    readFile(join(folder, serial + KEY), 'utf8'),
    readFile(join(folder, serial + CERTIFICATE), 'utf8'),
    readFile(join(folder, CA_FILE), 'utf8'),
  ]);
  return { serial, keyPem, certificatePem, caPem };
}

/** The serials that have a key in the folder, in order; none when there is no folder. */
export async function listSerials(folder: string): Promise<string[]> {
  const names = await readNames(folder);
  return names
    .filter((name) => name.endsWith(KEY))
    .map((name) => name.slice(0, -KEY.length))
    .toSorted();
}

/** Lists the serials whose certificate is signed, so that the device can connect by TLS. */
export async function listSignedSerials(folder: string): Promise<string[]> {
  const names = new Set(await readNames(folder));
  const serials = await listSerials(folder);
  return serials.filter((serial) => names.has(serial + CERTIFICATE));
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
