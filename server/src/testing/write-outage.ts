// Ways to make a database refuse every write, and to end that. Only for a database of the test's own.
import pg from 'pg';

export interface WriteOutage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** The database's own setting, as after a failover to a standby or by the hand of an administrator. */
export function readOnlyDatabase(url: string): WriteOutage {
  const set = async (value: 'on' | 'off'): Promise<void> => {
    await run(url, `alter system set default_transaction_read_only = ${value}`, 'select pg_reload_conf()');
    await isSet(url, value);
  };
  return { begin: () => set('on'), end: () => set('off') };
}

/** Every write and every new table fails with PostgreSQL's error of a full disk (SQLSTATE 53100). */
export function fullDisk(url: string): WriteOutage {
  return {
    begin: () =>
      run(
        url,
        `create function disk_is_full() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
        `create function no_new_table() returns event_trigger language plpgsql as $$ begin
          raise exception 'could not create file: No space left on device' using errcode = '53100'; end $$`,
        `do $$ declare t text; begin
          for t in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
            execute format('create trigger disk_is_full before insert or update or delete on %s
              for each statement execute function disk_is_full()', t);
          end loop; end $$`,
        `create event trigger no_new_table on ddl_command_start when tag in ('CREATE TABLE', 'CREATE TABLE AS')
          execute function no_new_table()`,
      ),
    end: () => run(url, 'drop event trigger no_new_table', 'drop function no_new_table, disk_is_full cascade'),
  };
}

async function isSet(url: string, value: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ now: string }>(
      `select current_setting('default_transaction_read_only') as now`,
    );
    await client.end();
    if (rows[0]?.now === value) return;
  }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
