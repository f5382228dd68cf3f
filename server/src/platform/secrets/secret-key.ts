// The key from which all other secrets derive: given by the operator, or generated at the first start.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { syncDirectory } from '#platform/disk/sync-directory';
import { StartProblem } from '#platform/refusal/start-problem';

const KEY_BYTES = 32;
const FILE_NAME = 'secret.key';

/** Fewer than one of a billion random keys of 32 bytes has so many repeated bytes. */
const MIN_DISTINCT_BYTES = 20;

/** Words of six or more letters. A random key of this length contains such a word once in some million keys. */
const PLACEHOLDER = /change|replace|example|secret|password|placeholder|default/i;

export interface SecretKeySource {
  /** Base64 of 32 bytes or more, from the configuration. */
  readonly configured?: string | null | undefined;
  /** Where the key is kept when none is configured. */
  readonly directory: string;
  /**
   * The values that the key seals live elsewhere, in a database of the operator's. Then no key is made: it would be lost
   * with the folder, and nothing sealed could be opened again.
   */
  readonly isDatabaseElsewhere?: boolean;
}

/** Throws with the reason when the key is not usable. */
export async function loadSecretKey({
  configured,
  directory,
  isDatabaseElsewhere = false,
}: SecretKeySource): Promise<Uint8Array> {
  if (typeof configured === 'string') return parseSecretKey(configured);
  const file = path.join(directory, FILE_NAME);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const kept = await readKeyFile(file);
  if (kept !== undefined) return kept;
  if (isDatabaseElsewhere) throw new StartProblem(describeMissing(file));
  // The key is older than the database. A new key would open nothing there, and would seal the next backups.
  if (existsSync(path.join(directory, 'database/data'))) throw new StartProblem(describeLost(file));
  return makeKeyFile(file);
}

const describeMissing = (file: string): string =>
  `DATABASE_URL is set, but neither TRACE_SECRET_KEY nor ${file} exists. For a new installation set TRACE_SECRET_KEY to the ` +
  'output of `openssl rand -base64 32` and keep a copy. For an existing one set the key that it was started with.';

const describeLost = (file: string): string =>
  `There is a database beside ${file}, but the key itself is missing. Put back the secret.key with which this database was ` +
  'used, or set TRACE_SECRET_KEY to its content.';

/** Reads the key and makes none. Returns undefined when there is none yet. Throws as `loadSecretKey`. */
export async function findSecretKey({
  configured,
  directory,
}: Pick<SecretKeySource, 'configured' | 'directory'>): Promise<Uint8Array | undefined> {
  if (typeof configured === 'string') return parseSecretKey(configured);
  return readKeyFile(path.join(directory, FILE_NAME));
}

/** Refuses a key that is too short, a placeholder or not random. */
function parseSecretKey(text: string): Uint8Array {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed)) throw unusable('not base64');
  const key = Buffer.from(trimmed, 'base64');
  if (key.length < KEY_BYTES) throw unusable(`shorter than ${KEY_BYTES} bytes`);
  if (PLACEHOLDER.test(trimmed) || isText(key)) throw unusable('a placeholder');
  if (new Set(key).size < MIN_DISTINCT_BYTES) throw unusable('not random');
  return key;
}

const unusable = (reason: string): StartProblem =>
  new StartProblem(`The secret key is ${reason}. TRACE_SECRET_KEY is the output of: openssl rand -base64 32`);

function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}

async function readKeyFile(file: string): Promise<Uint8Array | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    // Copied folders and restored backups often come back readable for all.
    await chmod(file, 0o600);
    return parseSecretKey(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartProblem(`The secret key in ${file} cannot be used: ${reason}`, { cause: error });
  }
}

/**
 * Writes the whole key to a draft and then links the draft to its name, so the file is never partial. Of two servers
 * that start at once, one wins.
 */
async function makeKeyFile(file: string): Promise<Uint8Array> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    // A full disk takes an empty file and refuses its content. A service that restarts would leave a draft each time.
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file);
    // Data is sealed with the key from now on, so a power cut must not take the key away.
    await syncDirectory(path.dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const key = await readKeyFile(file);
  if (key === undefined) throw new Error(`${file} vanished`);
  return key;
}
