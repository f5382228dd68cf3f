// Devices with a token, each with an offered update of one published image, written straight into the database.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import { DEFAULT_MODEL, IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import pg from 'pg';
import type { World } from '../servers/world.ts';

export interface FirmwareFleet {
  /** The stored image. */
  readonly file: string;
  readonly sizeBytes: number;
  /** The token of the nth device, from 1. */
  tokenOf(nth: number): string;
}

const FILE_NAME = 'firmware/bench.bin';
const VERSION = '9.0.0';
const tokenOf = (nth: number): string => `trace_fw_${String(nth).padStart(32, '0')}`;

export async function addFirmwareFleet(world: World, devices: number, sizeBytes: number): Promise<FirmwareFleet> {
  const image = randomBytes(sizeBytes);
  const file = path.join(world.dataDirectory(), 'files', FILE_NAME);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, image);
  const client = new pg.Client({ connectionString: world.ready().databaseUrl });
  await client.connect();
  try {
    // At once, so that the server does not add the devices to the rollout meanwhile.
    await client.query('begin');
    await addRelease(client, image);
    await addDevices(client, devices);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return { file, sizeBytes, tokenOf };
}

async function addRelease(client: pg.Client, image: Buffer): Promise<void> {
  const hash = (algorithm: string): string => createHash(algorithm).update(image).digest('hex');
  const [sha256, md5] = [hash('sha256'), hash('md5')];
  const manifest: Manifest = {
    ...{
      schema: 1,
      model: DEFAULT_MODEL,
      chip: null,
      version: VERSION,
      channel: 'stable',
      sequence: 1,
      minSequence: 0,
    },
    ...{ size: image.length, sha256, md5, url: IMAGE_PATH, notesUrl: null },
    ...{ notBefore: '2026-01-01T00:00:00.000Z', expires: '2100-01-01T00:00:00.000Z' },
  };
  await client.query(
    `insert into firmware_key (id, name, public_key, added_at) values ('abababababababab', 'Bench', '\\x00', now())`,
  );
  await client.query(
    `insert into firmware_release (id, model, version, channel, size_bytes, sha256, md5, file_name, notes, state,
       uploaded_at, manifest, expires_at, key_id, signature, published_at)
     values (gen_random_uuid(), 'gps-tracker', $1, 'stable', $2, $3, $4, $5, 'Bench.', 'published', now(),
       $6, now() + interval '1 year', 'abababababababab', decode(repeat('ab', 64), 'hex'), now())`,
    [VERSION, image.length, sha256, md5, FILE_NAME, JSON.stringify(manifest)],
  );
  await client.query(
    `insert into firmware_rollout (id, release_id, target_kind, rings, state, settings, started_at, model, channel, ring_totals)
     select gen_random_uuid(), id, 'all', '{100}', 'running',
       '{"failureLimitPct":2,"minimumSample":20,"minBatteryPct":30,"quietHours":null}', now(), model, channel, '{0}'
     from firmware_release`,
  );
}

async function addDevices(client: pg.Client, devices: number): Promise<void> {
  await client.query(
    `insert into device (serial, registered_by, registered_at)
     select 'Trace_F' || lpad(n::text, 5, '0'), gen_random_uuid(), now() from generate_series(1, $1::int) n`,
    [devices],
  );
  await client.query(
    `insert into firmware_device (device_id, token_hash, token_made_at, version, model)
     select id, sha256(('firmware trace_fw_' || lpad(right(serial, 5), 32, '0'))::bytea), now(), '1.0.0', 'gps-tracker'
     from device where serial like 'Trace\\_F%'`,
  );
  await client.query(
    `insert into firmware_update (id, rollout_id, device_id, ring, state, tries, offered_at, changed_at)
     select gen_random_uuid(), r.id, d.id, 1, 'downloading', 1, now(), now()
     from firmware_rollout r, device d where d.serial like 'Trace\\_F%'`,
  );
}
