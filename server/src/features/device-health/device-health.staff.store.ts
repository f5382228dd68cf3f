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

const isNotLow = sql`l.battery_step >= 4 and l.signal_step <> 0`;

const hasError = (since: Date): RawBuilder<unknown> => sql`(select true from device_log e
  where e.device_id = l.device_id and e.level = 'error' and e.received_at > ${since} limit 1)`;

/**
 * The sets of devices that the page is merged from, each in the order of one index (0102-quick-health-page.sql).
 * Warnings are three sets: low levels, and errors by the day of the newest.
 */
type HealthSet = Exclude<HealthState, 'warning'> | 'low' | 'failed' | 'failedDayBefore';

const stateOf = (set: HealthSet): HealthState =>
  set === 'low' || set === 'failed' || set === 'failedDayBefore' ? 'warning' : set;

/** States that low levels and errors do not change to a warning. */
const isPlain = (set: HealthSet): boolean => set === 'offline' || set === 'error' || set === 'awaiting';

/** The devices of a set. An error of the day before may be older than 24 hours, so the log decides. */
const isIn = (set: HealthSet, errorsSince: Date): RawBuilder<unknown> =>
  stateOf(set) === 'warning'
    ? sql`l.status_rank >= 3 and ${
        set === 'low'
          ? sql`(l.battery_step < 4 or l.signal_step = 0)`
          : sql`${isNotLow} and l.error_day > 0 and ${hasError(errorsSince)}
              and l.error_day = error_day_of(${errorsSince}::timestamptz) + ${set === 'failed' ? 1 : 0}::int`
      }`
    : sql`l.status_rank = device_status_rank(${set}) and ${
        isPlain(set) ? sql`true` : sql`${isNotLow} and ${hasError(errorsSince)} is not true`
      }`;

/** Whether a row of this state comes behind the cursor. */
function isBehind(nth: number, after: HealthSearch['after']): RawBuilder<unknown> {
  if (after === null || nth > Number(after[0])) return sql`true`;
  if (nth < Number(after[0])) return sql`false`;
  return sql`(l.seen_ms, l.device_id) < (${after[1]}::bigint, ${after[2]}::int)`;
}

/**
 * HLTH-02: the devices in use, silent devices first, in each state the most recently seen first. A page that
 * the states before have filled leaves a state unread: a search that matches few of its devices would read most of them.
 */
export async function listHealth(executor: Executor, wanted: HealthSearch): Promise<HealthRow[]> {
  const { search, named, errorsSince, after, limit } = wanted;
  const partOf = (set: HealthSet): RawBuilder<unknown> => {
    const state = stateOf(set);
    const nth = healthStates.indexOf(state);
    return sql`(select ${nth}::int as nth, ${state}::text as status, l.seen_ms, l.device_id from device_list l
      where ${isIn(set, errorsSince)} and not l.replaced and ${isBehind(nth, after)}
        and ${search && !named.includes(state) ? matchesWords(sql`l.words`, search) : sql`true`}
      order by l.seen_ms desc, l.device_id desc limit ${limit})`;
  };
  const addTo = (before: RawBuilder<unknown>, parts: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select * from ${before} union all (select * from (${parts}) s
      order by seen_ms desc, device_id desc limit ${limit} - (select count(*) from ${before})))`;
  const warnings = sql`${partOf('low')} union all ${partOf('failed')} union all ${partOf('failedDayBefore')}`;
  const { rows } = await sql<HealthRow>`
    with offline as ${partOf('offline')},
      error as ${addTo(sql`offline`, partOf('error'))},
      warning as ${addTo(sql`error`, warnings)},
      awaiting as ${addTo(sql`warning`, partOf('awaiting'))},
      updating as ${addTo(sql`awaiting`, partOf('updating'))},
      sleeping as ${addTo(sql`updating`, partOf('sleeping'))},
      page as ${addTo(sql`sleeping`, partOf('online'))}
    select d.id, d.serial, d.nickname, p.status, s.report_received_at as updated_at,
      (select count(*)::int from device_log e
        where e.device_id = d.id and e.level = 'error' and e.received_at > ${errorsSince}) as errors,
      p.nth || '~' || p.seen_ms || '~' || p.device_id as place
    from page p join device d on d.id = p.device_id left join device_status s on s.device_id = d.id
    order by p.nth, p.seen_ms desc, p.device_id desc`.execute(executor);
  return rows;
}
