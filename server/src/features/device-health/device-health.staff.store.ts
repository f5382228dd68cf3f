import { sql, type RawBuilder } from 'kysely';
import { healthStates, type HealthState } from '@trace/contract/device-health/device-health.rules';
import type { Executor } from '#platform/db/database';
import { searchPattern } from '#platform/db/search-pattern';

export interface HealthRow {
  readonly id: number;
  readonly serial: string;
  readonly nickname: string | null;
  readonly status: HealthState;
  readonly errors: number;
  readonly updatedAt: Date | null;
  /** The cursor of the row. */
  readonly place: string;
}

export interface HealthSearch {
  readonly search?: string | undefined;
  /** The states that the searched text names: all devices in them match. */
  readonly named: readonly HealthState[];
  /** Errors since this instant count. */
  readonly errorsSince: Date;
  /** Behind the device with this state (its number in `healthStates`), `seen_ms` and id. */
  readonly after: readonly [state: string, seenMs: string, id: string] | null;
  readonly limit: number;
}

/** States that low levels and errors do not change to a warning. */
const isPlain = (state: HealthState): boolean => state === 'offline' || state === 'error' || state === 'awaiting';

/**
 * The devices in a state, by their status and by whether they have low levels or errors. Warnings are few, so their
 * devices are collected. In the other states most rows match, so each row is tested while an index gives them in order.
 */
const isIn = (state: HealthState, errorsSince: Date): RawBuilder<unknown> =>
  state === 'warning'
    ? sql`l.status_rank >= 3 and l.device_id in (select device_id from troubled)`
    : sql`l.status_rank = device_status_rank(${state}) and ${
        isPlain(state)
          ? sql`true`
          : sql`l.battery_step >= 4 and l.signal_step <> 0 and (select true from device_log e
              where e.device_id = l.device_id and e.level = 'error' and e.received_at > ${errorsSince} limit 1) is null`
      }`;

/** Whether a row of this state comes behind the cursor. */
function isBehind(nth: number, after: HealthSearch['after']): RawBuilder<unknown> {
  if (after === null || nth > Number(after[0])) return sql`true`;
  if (nth < Number(after[0])) return sql`false`;
  return sql`(l.seen_ms, l.device_id) < (${after[1]}::bigint, ${after[2]}::int)`;
}

/**
 * HLTH-02: the devices in use, silent devices first, in each state the most recently seen first. Each state is read in
 * the order of an index, and the first rows are merged.
 */
export async function listHealth(executor: Executor, wanted: HealthSearch): Promise<HealthRow[]> {
  const { search, named, errorsSince, after, limit } = wanted;
  const parts = healthStates.map(
    (state, nth) => sql`(select ${nth}::int as nth, ${state}::text as status, l.seen_ms, l.device_id from device_list l
      where ${isIn(state, errorsSince)} and not l.replaced and ${isBehind(nth, after)}
        and ${search && !named.includes(state) ? sql`l.words like ${searchPattern(search)}` : sql`true`}
      order by l.seen_ms desc, l.device_id desc limit ${limit})`,
  );
  const { rows } = await sql<HealthRow>`
    with troubled as materialized (
      select device_id from device_list where battery_step < 4 or signal_step = 0
      union select device_id from device_log where level = 'error' and received_at > ${errorsSince}
    ), page as (select * from (${sql.join(parts, sql` union all `)}) p order by nth, seen_ms desc, device_id desc limit ${limit})
    select d.id, d.serial, d.nickname, p.status, s.report_received_at as updated_at,
      (select count(*)::int from device_log e
        where e.device_id = d.id and e.level = 'error' and e.received_at > ${errorsSince}) as errors,
      p.nth || '~' || p.seen_ms || '~' || p.device_id as place
    from page p join device d on d.id = p.device_id left join device_status s on s.device_id = d.id
    order by p.nth, p.seen_ms desc, p.device_id desc`.execute(executor);
  return rows;
}
