import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewTurn {
  /** The user or host with a limited number of slots. */
  place: string;
  most: number;
  holder: string;
  now: Date;
  until: Date;
}

/** Takes a free slot of a place. Returns false if all slots are taken. */
export async function takeTurn(executor: Executor, { place, most, holder, now, until }: NewTurn): Promise<boolean> {
  for (;;) {
    const { rows } = await sql<{ free: number | null; taken: number | null }>`
      with free as (
        select given.nr from generate_series(1, ${most}::int) as given (nr)
        where not exists (
          select from alert_push_turn t where t.place = ${place} and t.nr = given.nr and t.until > ${now})
        order by random() limit 1),
      taken as (
        insert into alert_push_turn (place, nr, holder, until) select ${place}, nr, ${holder}, ${until} from free
        on conflict (place, nr) do update set holder = excluded.holder, until = excluded.until
          where alert_push_turn.until <= ${now}
        returning nr)
      select (select nr from free) as free, (select nr from taken) as taken`.execute(executor);
    const [row] = rows;
    if (row!.taken !== null) return true;
    // Another process took the free slot in a race. Another slot may be free, so the loop retries.
    if (row!.free === null) return false;
  }
}

export async function endTurns(executor: Executor, holder: string, places: readonly string[]): Promise<void> {
  await sql`
    delete from alert_push_turn where place = any(${[...places]}::text[]) and holder = ${holder}`.execute(executor);
}

/** Deletes slots left behind by dead processes. */
export async function deleteOldTurns(executor: Executor, before: Date): Promise<void> {
  await sql`delete from alert_push_turn where until < ${before}`.execute(executor);
}

/** How long a browser is left alone, and why. */
export interface Trouble {
  browserId: string;
  /** In a row. */
  failures: number;
  until: Date;
  lastError: string;
}

export async function listTroubles(executor: Executor, browserIds: readonly string[]): Promise<Map<string, Trouble>> {
  const { rows } = await sql<Trouble>`
    select browser_id, failures, until, last_error from alert_browser_trouble
    where browser_id = any(${[...browserIds]}::uuid[])`.execute(executor);
  return new Map(rows.map((trouble) => [trouble.browserId, trouble]));
}

/** Several messages that fail at the same time count as one failure. A deleted browser gets no row. */
export async function saveTrouble(executor: Executor, trouble: Trouble): Promise<void> {
  await sql`
    insert into alert_browser_trouble (browser_id, failures, until, last_error)
    select id, ${trouble.failures}, ${trouble.until}, ${trouble.lastError} from alert_browser where id = ${trouble.browserId}
    on conflict (browser_id) do update
      set failures = excluded.failures, until = excluded.until, last_error = excluded.last_error
      where alert_browser_trouble.failures < excluded.failures`.execute(executor);
}

export async function deleteTrouble(executor: Executor, browserId: string): Promise<void> {
  await sql`delete from alert_browser_trouble where browser_id = ${browserId}`.execute(executor);
}

export async function countBrowsers(executor: Executor, now: Date): Promise<{ browsers: number; resting: number }> {
  const { rows } = await sql<{ browsers: number; resting: number }>`
    select (select count(*) from alert_browser)::int as browsers,
      (select count(*) from alert_browser_trouble where until > ${now})::int as resting`.execute(executor);
  return rows[0]!;
}
