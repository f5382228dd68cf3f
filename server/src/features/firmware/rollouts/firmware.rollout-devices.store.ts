import type { FailureCode, RolloutState, UpdateState, WaitingReason } from '@trace/contract/firmware/firmware.rules';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { TimeCursor } from '#platform/paging/time-cursor';

export interface RolloutDeviceRow {
  readonly id: string;
  readonly serial: string;
  readonly nickname: string | null;
  readonly ring: number;
  readonly state: UpdateState;
  readonly progressPct: number | null;
  readonly waitingFor: WaitingReason | null;
  readonly failure: FailureCode | null;
  readonly detail: string | null;
  readonly fromVersion: string | null;
  readonly currentVersion: string | null;
  readonly tries: number;
  readonly nextTryAt: Date | null;
  readonly changedAt: Date;
  readonly rolloutState: RolloutState;
}

export interface DevicesWanted {
  readonly rolloutId: string;
  readonly state: UpdateState | 'under_way' | null;
}

const isWanted = ({ rolloutId, state }: DevicesWanted): RawBuilder<unknown> => sql`u.rollout_id = ${rolloutId}
  and (${state}::text is null or u.state = ${state} or ${state} = 'under_way'
    and u.state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying'))`;

/** The devices of a rollout, last change first. */
export async function listRolloutDevices(
  executor: Executor,
  wanted: DevicesWanted,
  { after, limit }: { after: TimeCursor | null; limit: number },
): Promise<RolloutDeviceRow[]> {
  const { rows } = await sql<RolloutDeviceRow>`
    select u.id, d.serial, d.nickname, u.ring, u.state, u.progress_pct, u.waiting_for, u.failure, u.detail,
      u.from_version, f.version as current_version, u.tries, u.next_try_at, u.changed_at, r.state as rollout_state
    from firmware_update u join device d on d.id = u.device_id join firmware_rollout r on r.id = u.rollout_id
      left join firmware_device f on f.device_id = u.device_id
    where ${isWanted(wanted)} and (${after === null}::boolean
      or (u.changed_at, u.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by u.changed_at desc, u.id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function countRolloutDevices(executor: Executor, wanted: DevicesWanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from firmware_update u where ${isWanted(wanted)}`.execute(executor);
  return rows[0]!.count;
}
