// Claim codes (REG-09): what is on the label of a device, or what its removal made. Only hashes are kept.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

import { claimRules, normaliseClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

/** An entry of the registry whose row the transaction holds. */
export interface HeldEntry {
  readonly serial: string;
  /** What registering needs; null where it needs nothing. */
  readonly claimHash: Buffer | null;
  /** What is printed on the device. */
  readonly labelHash: Buffer | null;
}

/** A code of at least 80 random bits needs no slow hash; with the serial in it, no two devices share one. */
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
 * Holds these entries until the transaction ends: registering, removing and proving follow each other. Call it before
 * anything else is held. By serial; what nobody has entered is missing.
 */
export async function holdEntries(tx: Executor, serials: readonly string[]): Promise<Map<string, HeldEntry>> {
  const { rows } = await sql<HeldEntry>`
    select serial, claim_hash, label_hash from device_registry
    where serial = any(${[...serials]}::text[]) order by serial for update`.execute(tx);
  return new Map(rows.map((row) => [row.serial, row]));
}

/** Gives an entry that carries a code another one and answers it: it is known to nobody else, and kept as a hash. */
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

/**
 * Enters serials by hand, in the caller's transaction. An entry that is there keeps its code unless another is given,
 * which then is the one on its label.
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
  const known = await holdEntries(
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
