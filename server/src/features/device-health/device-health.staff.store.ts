import { sql, type RawBuilder } from 'kysely';
import { healthStates, type HealthState } from '@trace/contract/device-health/device-health.rules';
import type { Executor } from '#platform/db/database';
import { matchesWords } from '#platform/db/search';

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

const isLow = sql`(l.battery_step < 4 or l.signal_step = 0)`;
const isNotLow = sql`l.battery_step >= 4 and l.signal_step <> 0`;

const hasError = (since: Date): RawBuilder<unknown> => sql`(select true from device_log e
  where e.device_id = l.device_id and e.level = 'error' and e.received_at > ${since} limit 1)`;

/**
 * The sets of devices in a state. Each set is read in the order of one index (0102-quick-health-page.sql). `error_day`
 * holds the day of the newest error, and an error of the day before may be too old: the log decides.
 */
function setsOf(state: HealthState, errorsSince: Date): RawBuilder<unknown>[] {
  const ofState = sql`l.status_rank = device_status_rank(${state})`;
  switch (state) {
    case 'offline':
    case 'error':
    case 'awaiting':
      return [ofState];
    case 'warning': {
      const failedOn = (days: number) => sql`l.status_rank >= 3 and ${isNotLow} and l.error_day > 0
        and l.error_day = error_day_of(${errorsSince}::timestamptz) + ${days}::int and ${hasError(errorsSince)}`;
      return [sql`l.status_rank >= 3 and ${isLow}`, failedOn(0), failedOn(1)];
    }
    default:
      return [sql`${ofState} and ${isNotLow} and ${hasError(errorsSince)} is not true`];
  }
}

/** Whether a row of this state comes behind the cursor. */
function isBehind(nth: number, after: HealthSearch['after']): RawBuilder<unknown> {
  if (after === null || nth > Number(after[0])) return sql`true`;
  if (nth < Number(after[0])) return sql`false`;
  return sql`(l.seen_ms, l.device_id) < (${after[1]}::bigint, ${after[2]}::int)`;
}

/** HLTH-02: the devices in use, silent devices first, in each state the most recently seen first. */
export async function listHealth(executor: Executor, wanted: HealthSearch): Promise<HealthRow[]> {
  const { search, named, errorsSince, after, limit } = wanted;
  const parts = healthStates.flatMap((state, nth) =>
    setsOf(state, errorsSince).map(
      (set) => sql`(select ${nth}::int as nth, ${state}::text as status, l.seen_ms, l.device_id from device_list l
      where ${set} and not l.replaced and ${isBehind(nth, after)}
        and ${search && !named.includes(state) ? matchesWords(sql`l.words`, search) : sql`true`}
      order by l.seen_ms desc, l.device_id desc limit ${limit})`,
    ),
  );
  const { rows } = await sql<HealthRow>`
    with page as (select * from (${sql.join(parts, sql` union all `)}) p order by nth, seen_ms desc, device_id desc limit ${limit})
    select d.id, d.serial, d.nickname, p.status, s.report_received_at as updated_at,
      (select count(*)::int from device_log e
        where e.device_id = d.id and e.level = 'error' and e.received_at > ${errorsSince}) as errors,
      p.nth || '~' || p.seen_ms || '~' || p.device_id as place
    from page p join device d on d.id = p.device_id left join device_status s on s.device_id = d.id
    order by p.nth, p.seen_ms desc, p.device_id desc`.execute(executor);
  return rows;
}
