import type { Channel, FailureCode, RolloutState, WaitingReason } from '@trace/contract/firmware/firmware.rules';
import type { Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { RingCounts } from './firmware.rings.rules.ts';

/** Notifies every process that devices may no longer load updates of a release. The payload is the release's id. */
export const LOADING_ENDED_CHANNEL = 'firmware_loading_ended';

export interface RolloutRow {
  readonly id: string;
  readonly releaseId: string;
  readonly version: string;
  readonly model: string;
  readonly channel: Channel;
  readonly targetKind: 'all' | 'percent' | 'devices';
  readonly rings: number[];
  readonly ring: number;
  readonly ringTotals: number[];
  readonly state: RolloutState;
  readonly settings: unknown;
  readonly startedBy: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly halt: Rollout['halt'];
  readonly joinedAt: Date | null;
  readonly revision: number;
}

const columns = sql`r.id, r.release_id, t.version, r.model, r.channel, r.target_kind, r.rings, r.ring, r.ring_totals,
  r.state, r.settings, r.started_by, r.started_at, r.ended_at, r.halt, r.joined_at, r.revision`;
const tables = sql`firmware_rollout r join firmware_release t on t.id = r.release_id`;
const hasNotEnded = sql`r.state in ('running', 'paused', 'halted')`;

export type NewRollout = Pick<
  RolloutRow,
  'id' | 'releaseId' | 'model' | 'channel' | 'targetKind' | 'rings' | 'ringTotals' | 'settings' | 'startedAt'
> & { readonly startedBy: string };

/** False when the id is stored already, or another rollout of the model and channel has not ended. */
export async function insertRollout(tx: Executor, rollout: NewRollout): Promise<boolean> {
  const { rows } = await sql`
    insert into firmware_rollout (id, release_id, model, channel, target_kind, rings, ring_totals, state, settings,
      started_by, started_at)
    values (${rollout.id}, ${rollout.releaseId}, ${rollout.model}, ${rollout.channel}, ${rollout.targetKind},
      ${rollout.rings}::int[], ${rollout.ringTotals}::int[], 'running', ${JSON.stringify(rollout.settings)}::jsonb,
      ${rollout.startedBy}, ${rollout.startedAt})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** A rollout runs, or an update has not ended. */
export const isAnyUnfinished = (): RawBuilder<boolean> => sql`(
  exists (select from firmware_rollout where state = 'running')
  or exists (select from firmware_update where state = 'waiting')
  or exists (select from firmware_update
    where state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying')))`;

export async function findRollout(executor: Executor, id: string): Promise<RolloutRow | null> {
  const { rows } = await sql<RolloutRow>`select ${columns} from ${tables} where r.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks a rollout until commit. Reports lock their updates first, so a holder must not wait for updates. */
export async function lockRollout(tx: Executor, id: string): Promise<RolloutRow | null> {
  const { rows } = await sql<RolloutRow>`
    select ${columns} from ${tables} where r.id = ${id} for no key update of r`.execute(tx);
  return rows[0] ?? null;
}

/** Holds the state of a rollout until commit, together with others that do. */
export async function holdRollout(tx: Executor, id: string): Promise<RolloutRow | null> {
  const { rows } = await sql<RolloutRow>`
    select ${columns} from ${tables} where r.id = ${id} for share of r`.execute(tx);
  return rows[0] ?? null;
}

export interface RolloutPage {
  readonly after: { readonly hasEnded: boolean; readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

/** Rollouts that have not ended come first, then the newest. */
export async function listRollouts(executor: Executor, { after, limit }: RolloutPage): Promise<RolloutRow[]> {
  const { rows } = await sql<RolloutRow>`
    select ${columns} from ${tables}
    where ${after === null}::boolean or (${hasNotEnded}, r.started_at, r.id)
      < (${after?.hasEnded !== true}::boolean, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
    order by (${hasNotEnded}) desc, r.started_at desc, r.id desc limit ${limit}`.execute(executor);
  return rows;
}

/** The rollouts that have not ended, and ended ones for which a person waits. */
export async function listActiveRollouts(executor: Executor): Promise<RolloutRow[]> {
  const { rows } = await sql<RolloutRow>`
    select ${columns} from ${tables}
    where ${hasNotEnded} or r.state = 'done' and exists (select from firmware_update u
      where u.rollout_id = r.id and u.state = 'waiting' and u.wanted_by is not null)
    order by r.started_at, r.id`.execute(executor);
  return rows;
}

/** Stopped rollouts with updates that still wait. */
export async function listStoppedRollouts(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from firmware_rollout r where r.state = 'stopped'
      and exists (select from firmware_update u where u.rollout_id = r.id and u.state = 'waiting')
    order by r.id`.execute(executor);
  return rows.map(({ id }) => id);
}

export interface RingRow extends RingCounts {
  readonly rolloutId: string;
  readonly ring: number;
}

const counts = sql`count(*)::int as total,
  count(*) filter (where state = 'waiting')::int as waiting,
  count(*) filter (where state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying'))::int as under_way,
  count(*) filter (where state = 'done')::int as done,
  count(*) filter (where state = 'failed')::int as failed,
  count(*) filter (where state = 'cancelled')::int as cancelled`;

export async function countRings(executor: Executor, rolloutIds: readonly string[]): Promise<RingRow[]> {
  const { rows } = await sql<RingRow>`
    select rollout_id, ring, ${counts} from firmware_update where rollout_id = any(${rolloutIds}::uuid[])
    group by rollout_id, ring order by rollout_id, ring`.execute(executor);
  return rows;
}

export async function countRing(executor: Executor, rolloutId: string, ring: number): Promise<RingCounts> {
  const { rows } = await sql<RingCounts>`
    select ${counts} from firmware_update where rollout_id = ${rolloutId} and ring = ${ring}`.execute(executor);
  return rows[0]!;
}

export interface FailureCount {
  readonly failure: FailureCode;
  readonly count: number;
  readonly toVersions: string[];
}

/** The failures of a rollout with the versions that the devices run now. */
export async function countFailures(executor: Executor, rolloutId: string): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select u.failure, count(*)::int as count,
      coalesce(array_agg(distinct f.version) filter (where f.version is not null), '{}') as to_versions
    from firmware_update u left join firmware_device f on f.device_id = u.device_id
    where u.rollout_id = ${rolloutId} and u.state = 'failed' and u.failure is not null
    group by u.failure order by count desc, u.failure`.execute(executor);
  return rows;
}

export async function countWaits(
  executor: Executor,
  rolloutId: string,
): Promise<{ reason: WaitingReason; count: number }[]> {
  const { rows } = await sql<{ reason: WaitingReason; count: number }>`
    select coalesce(waiting_for, 'next_round') as reason, count(*)::int as count from firmware_update
    where rollout_id = ${rolloutId} and state = 'waiting' group by 1 order by count desc, reason`.execute(executor);
  return rows;
}

export async function haltRollout(tx: Executor, id: string, halt: NonNullable<Rollout['halt']>): Promise<void> {
  await sql`
    update firmware_rollout set state = 'halted', halt = ${JSON.stringify(halt)}::jsonb, revision = revision + 1
    where id = ${id}`.execute(tx);
}

/** A change by a person. `endedAt` for a stop. */
export async function updateState(
  tx: Executor,
  id: string,
  to: { state: RolloutState; endedAt: Date | null },
): Promise<void> {
  await sql`
    update firmware_rollout set state = ${to.state}, ended_at = ${to.endedAt}, revision = revision + 1,
      halt = case when state <> 'running' and ${to.state}::text = 'running' then null else halt end
    where id = ${id}`.execute(tx);
}

export async function updateRing(tx: Executor, id: string, ring: number): Promise<void> {
  await sql`update firmware_rollout set ring = ${ring}, joined_at = null where id = ${id}`.execute(tx);
}

/** The members up to this ring have been looked for. */
export async function updateJoined(executor: Executor, id: string, ring: number, at: Date): Promise<void> {
  await sql`update firmware_rollout set joined_at = ${at} where id = ${id} and ring = ${ring}`.execute(executor);
}

export async function updateDone(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`update firmware_rollout set state = 'done', ended_at = ${at} where id = ${id}`.execute(tx);
}

export async function notifyLoadingEnded(tx: Executor, releaseId: string): Promise<void> {
  await sql`select pg_notify(${LOADING_ENDED_CHANNEL}, ${releaseId})`.execute(tx);
}
