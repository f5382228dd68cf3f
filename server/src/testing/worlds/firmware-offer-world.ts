import { randomBytes, randomUUID } from 'node:crypto';
import type { Channel, RolloutState, UpdateState } from '@trace/contract/firmware/firmware.rules';
import { newRolloutSettingsSchema } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { sql } from 'kysely';
import type { Portal } from '#testing/portal';

interface OfferOptions {
  readonly model?: string;
  readonly version?: string;
  readonly channel?: Channel;
  readonly chip?: string | null;
  readonly notes?: string;
  readonly sizeBytes?: number;
  readonly minSequence?: number;
  readonly isKeyTrusted?: boolean;
  readonly state?: RolloutState;
  readonly rings?: readonly number[];
  readonly ring?: number;
  /** Chosen devices, each with a waiting update. */
  readonly serials?: readonly string[];
}

export interface FirmwareOffer {
  readonly releaseId: string;
  readonly rolloutId: string;
}

/** Publishes a release and starts a rollout, straight in the database: no image, and no file. */
export async function offerFirmware({ test, clock }: Portal, options: OfferOptions = {}): Promise<FirmwareOffer> {
  const { model = 'gps-tracker', version = '1.1.0', channel = 'stable', chip = null, state = 'running' } = options;
  const { notes = 'Better reception.', sizeBytes = 1_500_000, rings = [100], ring = 1, serials } = options;
  const { minSequence = 0, isKeyTrusted = true } = options;
  const keyId = isKeyTrusted ? '0123456789abcdef' : 'fedcba9876543210';
  const [releaseId, rolloutId, executor] = [randomUUID(), randomUUID(), test.database.sql];
  const at = clock.now();
  await sql`
    insert into firmware_key (id, name, public_key, added_at, removed_at)
    values (${keyId}, 'Vendor', '\\x00', ${at}, ${isKeyTrusted ? null : at})
    on conflict do nothing`.execute(executor);
  await sql`
    insert into firmware_release (id, model, chip, version, channel, size_bytes, sha256, md5, file_name, notes, state,
      uploaded_at, manifest, expires_at, key_id, signature, published_at)
    values (${releaseId}, ${model}, ${chip}, ${version}, ${channel}, ${sizeBytes}, ${randomBytes(32).toString('hex')},
      ${randomBytes(16).toString('hex')}, null, ${notes}, 'published', ${at},
      ${JSON.stringify({ minSequence })},
      ${at}::timestamptz + interval '1 year', ${keyId}, '\\x00', ${at})`.execute(executor);
  await sql`
    insert into firmware_rollout (id, release_id, model, channel, ring_totals, target_kind, rings, ring, state, settings,
      started_at, ended_at)
    values (${rolloutId}, ${releaseId}, ${model}, ${channel}, ${rings.map(() => 1)},
      ${serials === undefined ? 'all' : 'devices'}, ${[...rings]}, ${ring}, ${state},
      ${JSON.stringify(newRolloutSettingsSchema.parse({}))}, ${at},
      case when ${state} in ('stopped', 'done') then ${at}::timestamptz end)`.execute(executor);
  await sql`
    insert into firmware_update (id, rollout_id, device_id, ring, state, waiting_for, changed_at)
    select gen_random_uuid(), ${rolloutId}, id, 1, 'waiting', 'next_round', ${at} from device
    where serial = any(${[...(serials ?? [])]}::text[])`.execute(executor);
  return { releaseId, rolloutId };
}

/** Stores a report of a device about its firmware. */
export async function reportFirmware(
  { test }: Portal,
  serial: string,
  side: { version: string | null; sequence?: number | null; model?: string; chip?: string; channel?: Channel },
): Promise<void> {
  const { version, sequence = null, model = null, chip = null, channel = 'stable' } = side;
  await sql`
    insert into firmware_device (device_id, version, sequence, model, chip, channel)
    select id, ${version}, ${sequence}::bigint, ${model}, ${chip}, ${channel} from device where serial = ${serial}
    on conflict (device_id) do update set version = excluded.version, sequence = excluded.sequence,
      model = excluded.model, chip = excluded.chip, channel = excluded.channel`.execute(test.database.sql);
}

/** Moves the newest update of a device, as the rollout does. */
export async function moveUpdate(
  { test, clock }: Portal,
  serial: string,
  change: { state: UpdateState; progressPct?: number; failure?: string; waitingFor?: string },
): Promise<void> {
  const { state, progressPct = null, failure = null, waitingFor = null } = change;
  await sql`
    update firmware_update set state = ${state}, progress_pct = ${progressPct}, failure = ${failure},
      waiting_for = ${waitingFor}, changed_at = ${clock.now()}
    where id = (select u.id from firmware_update u join device d on d.id = u.device_id
      where d.serial = ${serial} order by u.number desc limit 1)`.execute(test.database.sql);
}
