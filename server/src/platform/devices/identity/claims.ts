// Claim codes (REG-09): the code on the label of a device, or the code generated at its removal. Only hashes are
// stored.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

import { claimRules, normaliseClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

/** An entry of the registry whose row the transaction holds. */
export interface HeldEntry {
  readonly serial: string;
  /** The hash of the code that registering needs, or null when no code is needed. */
  readonly claimHash: Buffer | null;
  /** The hash of the code printed on the device. */
  readonly labelHash: Buffer | null;
}

/**
 * A code of at least 80 random bits needs no slow hash. The serial in the hash makes equal codes of two devices differ.
 */
const hashClaim = (serial: string, code: string): Buffer =>
  createHash('sha256')
    .update(`claim ${serial} ${normaliseClaim(code)}`)
    .digest();

/** Compares in constant time. */
export const fitsClaim = (hash: Buffer, serial: string, code: string): boolean =>
  timingSafeEqual(hash, hashClaim(serial, code));

export function makeClaim(): string {
  const letters = Array.from({ length: claimRules.madeLength }, () => {
    return claimRules.alphabet[randomInt(claimRules.alphabet.length)];
  });
  return letters.join('');
}

/**
 * Locks these entries until the transaction ends, so that registering, removing and proving are serialised. Call before
 * any other lock. Returns the entries by serial, without unknown serials.
 */
export async function lockEntries(tx: Executor, serials: readonly string[]): Promise<Map<string, HeldEntry>> {
  const { rows } = await sql<HeldEntry>`
    select serial, claim_hash, label_hash from device_registry
    where serial = any(${[...serials]}::text[]) order by serial for update`.execute(tx);
  return new Map(rows.map((row) => [row.serial, row]));
}

/** Replaces the code of an entry that has a code, and returns the new code. The server stores only its hash. */
export async function renewClaim(tx: Executor, entry: HeldEntry): Promise<string | null> {
  if (entry.claimHash === null) return null;
  const code = makeClaim();
  await sql`
    update device_registry set claim_hash = ${hashClaim(entry.serial, code)} where serial = ${entry.serial}`.execute(
    tx,
  );
  return code;
}

export interface ClaimedSerial {
  readonly serial: string;
  /** Normalised; null for an entry without a code. */
  readonly code: string | null;
}

export type EntryOutcome = 'entered' | 'changed' | 'unchanged' | 'other_letter_case';

/** Returns the outcome that `enterSerials` would have now for each serial. Writes nothing. */
export async function foreseeSerials(
  executor: Executor,
  serials: readonly ClaimedSerial[],
): Promise<ReadonlyMap<string, EntryOutcome>> {
  const hashes = serials.map(({ serial, code }) => (code === null ? null : hashClaim(serial, code)));
  const { rows } = await sql<{ serial: string; outcome: EntryOutcome }>`
    select given.serial,
      case when known.serial is null then 'entered'
        when known.serial <> given.serial then 'other_letter_case'
        when given.hash is not null and known.label_hash is distinct from given.hash then 'changed'
        else 'unchanged' end as outcome
    from unnest(${serials.map(({ serial }) => serial)}::text[], ${hashes}::bytea[]) as given (serial, hash)
    left join device_registry known on lower(known.serial) = lower(given.serial)`.execute(executor);
  return new Map(rows.map(({ serial, outcome }) => [serial, outcome]));
}

/**
 * Adds serials by hand, in the caller's transaction. An existing entry keeps its code unless another code is given,
 * which then is the code on its label.
 */
export async function enterSerials(
  tx: Executor,
  serials: readonly ClaimedSerial[],
): Promise<ReadonlyMap<string, EntryOutcome>> {
  const hashes = serials.map(({ serial, code }) => (code === null ? null : hashClaim(serial, code)));
  const names = serials.map(({ serial }) => serial);
  // Sorted, so that two processes never wait for each other.
  const given = sql`
    (select * from unnest(${names}::text[], ${hashes}::bytea[]) as given (serial, hash) order by serial)`;
  const entered = await sql<{ serial: string }>`
    insert into device_registry (serial, entered_by, claim_hash, label_hash)
    select serial, 'staff', hash, hash from ${given} as given on conflict do nothing returning serial`.execute(tx);
  const isNew = new Set(entered.rows.map(({ serial }) => serial));
  const known = await lockEntries(
    tx,
    names.filter((serial) => !isNew.has(serial)),
  );
  const changed = await sql<{ serial: string }>`
    update device_registry r set claim_hash = given.hash, label_hash = given.hash
    from ${given} as given
    where r.serial = given.serial and given.hash is not null and r.label_hash is distinct from given.hash
    returning r.serial`.execute(tx);
  const isChanged = new Set(changed.rows.map(({ serial }) => serial));
  return new Map(
    names.map((serial) => {
      if (isNew.has(serial)) return [serial, 'entered'];
      if (!known.has(serial)) return [serial, 'other_letter_case'];
      return [serial, isChanged.has(serial) ? 'changed' : 'unchanged'];
    }),
  );
}
