// The certificate of the device gateway, shared by all processes. The first process that finds a renewal due renews.
import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import { sql } from 'kysely';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

import { gatewayRootOf } from './authority.rules.ts';
import type { Authority, GatewayKeyPair } from './authority.ts';
import { IDENTITY_CHANNEL } from './root-keys.ts';

interface Row {
  certificatePem: string;
  sealedKey: string;
  hostNames: string[];
  authorityId: number;
  expiresAt: Date;
}

const SECRET_CONTEXT = 'device gateway certificate';
/** Any number works that no other advisory lock uses. */
const RENEWAL_LOCK = 741_862_121;

export interface GatewayCertificate {
  /** The certificate for these names. Renews a certificate near its end, and notifies the other processes. */
  current(hostNames: readonly string[]): Promise<GatewayKeyPair>;
}

export function createGatewayCertificate(options: {
  database: Database;
  authority: Authority;
  secrets: Secrets;
  clock: Clock;
}): GatewayCertificate {
  const { database, authority, secrets, clock } = options;

  const renew = async (
    tx: Executor,
    kept: Row | undefined,
    rootId: number,
    names: readonly string[],
  ): Promise<GatewayKeyPair> => {
    const made = await authority.gatewayCertificate(rootId, withNamesOfOthers(names, kept, clock.now()));
    await upsert(tx, {
      ...made,
      sealedKey: secrets.seal(made.keyPem, SECRET_CONTEXT),
      hostNames: withNamesOfOthers(names, kept, clock.now()),
      authorityId: rootId,
    });
    await sql`select pg_notify(${IDENTITY_CHANNEL}, '')`.execute(tx);
    return made;
  };

  return {
    current: (hostNames) =>
      database.transaction(async (tx) => {
        await sql`select pg_advisory_xact_lock(${RENEWAL_LOCK})`.execute(tx);
        const kept = await read(tx);
        const now = clock.now();
        const root = gatewayRootOf(authority.roots(), await isNewestTrusted(tx, authority, now), now.getTime());
        if (kept === undefined || isDue(kept, hostNames, root.id, now)) return renew(tx, kept, root.id, hostNames);
        const keyPem = secrets.open(kept.sealedKey, SECRET_CONTEXT);
        return { keyPem, certificatePem: kept.certificatePem, expiresAt: kept.expiresAt };
      }),
  };
}

function isDue(
  { expiresAt, hostNames, authorityId }: Row,
  names: readonly string[],
  rootId: number,
  now: Date,
): boolean {
  const isEnding = expiresAt.getTime() - now.getTime() < rules.gatewayRenewLeftMs;
  return isEnding || authorityId !== rootId || !names.every((name) => hostNames.includes(name));
}

/**
 * A process with another PUBLIC_URL adds its names to the certificate, so that two processes never replace each other's.
 * The next renewal before the end leaves old names out.
 */
function withNamesOfOthers(names: readonly string[], kept: Row | undefined, now: Date): string[] {
  const isEnding = kept !== undefined && kept.expiresAt.getTime() - now.getTime() < rules.gatewayRenewLeftMs;
  return [...new Set([...names, ...(kept === undefined || isEnding ? [] : kept.hostNames)])];
}

async function isNewestTrusted(tx: Executor, authority: Authority, now: Date): Promise<boolean> {
  return (await countUntrusting(tx, authority, now)) === 0;
}

/** Counts the devices that connected lately and have not reported that they trust the newest authority. */
export async function countUntrusting(
  executor: Executor,
  authority: Pick<Authority, 'roots'>,
  now: Date,
): Promise<number> {
  const newest = authority.roots().at(-1)!;
  const activeSince = new Date(now.getTime() - rules.activeMs);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_registry
    where trusted_authority < ${newest.id} and last_connected_at >= ${activeSince}`.execute(executor);
  return rows[0]!.count;
}

async function read(executor: Executor): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select certificate_pem, sealed_key, host_names, authority_id, expires_at
    from device_gateway_certificate`.execute(executor);
  return rows[0];
}

async function upsert(tx: Executor, row: Row): Promise<void> {
  const { certificatePem, sealedKey, hostNames, authorityId, expiresAt } = row;
  await sql`
    insert into device_gateway_certificate (certificate_pem, sealed_key, host_names, authority_id, expires_at)
    values (${certificatePem}, ${sealedKey}, ${hostNames}::text[], ${authorityId}, ${expiresAt})
    on conflict (id) do update set certificate_pem = excluded.certificate_pem, sealed_key = excluded.sealed_key,
      host_names = excluded.host_names, authority_id = excluded.authority_id, expires_at = excluded.expires_at
  `.execute(tx);
}
