// `npm run firmware -- …`: makes signing keys and signs manifests on a computer away from the server, and chooses on the
// server which keys count (decision 034).
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { manifestSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import { createTrustedKeys, type TrustedKeys } from '#features/firmware/releases/firmware.keys.service';
import { keyIdOf, publicKeyBytes, readKey, signManifest } from '#features/firmware/releases/firmware.manifest.service';
import { systemClock } from '#platform/clock/clock';
import { createLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { readGiven } from './read-given.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `On the computer that signs, without the server and its database:
       npm run firmware -- keygen DIRECTORY
       npm run firmware -- sign MANIFEST --key PRIVATE.pem
On the server:
       npm run firmware -- trust NAME PUBLIC.pem
       npm run firmware -- keys
       npm run firmware -- distrust KEY-ID`;

/** The private key is for its owner alone. */
const OWNER_ONLY = 0o600;

const run = isHelpAsked() ? null : runOf(process.argv.slice(2));
if (run === null) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await orComplain(run);
}

/** Parses the arguments into a command. Returns null for unknown arguments. */
function runOf([verb, ...given]: string[]): (() => Promise<string>) | null {
  const [first = '', second = '', third = ''] = given;
  if (verb === 'keygen' && given.length === 1) return () => makeKeys(first);
  if (verb === 'sign' && given.length === 3 && second === '--key') return () => signFile(first, third);
  if (verb === 'trust' && given.length === 2)
    return () => withKeys((keys) => trust(keys, { name: first, file: second }));
  if (verb === 'keys' && given.length === 0) return () => withKeys(list);
  if (verb === 'distrust' && given.length === 1) return () => withKeys((keys) => distrust(keys, first));
  return null;
}

/** Answers the exit code: 0 done, 1 refused with the reason on stderr. */
async function orComplain(toDo: () => Promise<string>): Promise<number> {
  try {
    console.log(await toDo());
    return 0;
  } catch (error) {
    return complain(error);
  }
}

/** Never overwrites a key. */
async function makeKeys(directory: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const [privateFile, publicFile] = ['firmware-private.pem', 'firmware-public.pem'].map((name) =>
    path.join(directory, name),
  ) as [string, string];
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: OWNER_ONLY, flag: 'wx' });
  await writeFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  return `Made the key ${keyIdOf(publicKeyBytes(publicKey))}.
Private, keep it away from the server: ${privateFile}
Public, for "trust" on the server and for the devices: ${publicFile}`;
}

async function signFile(file: string, keyFile: string): Promise<string> {
  const key = readKey((await readGiven(keyFile)).toString(), 'private');
  if (key === null) throw new Refusal('invalid_input', `${keyFile} is not an Ed25519 private key in PEM.`);
  const text = (await readGiven(file)).toString();
  const manifest = manifestSchema.safeParse(parsed(text));
  if (!manifest.success) throw new Refusal('invalid_input', `${file} is not a manifest of a firmware version.`);
  const { model, chip, version, channel, sequence, size, sha256, expires } = manifest.data;
  const signatureFile = `${file}.sig`;
  const signature = signManifest(text, key);
  await writeFile(signatureFile, `${JSON.stringify(signature)}\n`);
  return `Signed with the key ${signature.keyId}:
  model     ${model}${chip === null ? '' : ` (${chip})`}
  version   ${version}, ${channel}, sequence ${sequence}
  image     ${size} bytes, SHA-256 ${sha256}
  expires   ${expires}
Compare the SHA-256 with your build. If it differs, delete the signature.
Publish with this file: ${signatureFile}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it.
    return null;
  }
}

async function trust(keys: TrustedKeys, { name, file }: { name: string; file: string }): Promise<string> {
  return `Trusts the key ${await keys.trust(name, (await readGiven(file)).toString())} (${name}).`;
}

async function list(keys: TrustedKeys): Promise<string> {
  const rows = await keys.list();
  if (rows.length === 0) return 'No key is trusted yet. Add one: npm run firmware -- trust NAME PUBLIC.pem';
  return rows.map(({ keyId, name, addedAt }) => `${keyId}  ${addedAt.toISOString()}  ${name}`).join('\n');
}

async function distrust(keys: TrustedKeys, keyId: string): Promise<string> {
  const releases = await keys.distrust(keyId);
  return `No longer trusts the key ${keyId}. Versions that are no longer offered: ${releases}.
Devices keep trusting it until a firmware without this key is installed.`;
}

function withKeys(toDo: (keys: TrustedKeys) => Promise<string>): Promise<string> {
  const given = { config: readSettings(process.env), log: createLog({ level: 'warn' }) };
  return withDatabase(given, (database) => toDo(createTrustedKeys({ database, clock: systemClock() })));
}
