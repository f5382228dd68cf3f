// The role that the running server works with (T26). It may append to the audit log and read it, and cannot change or
// delete an entry. Migrations run as the owner of the tables.
import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { bareConnectionConfig, connectClient } from './connection.ts';

/** The role of the embedded database. */
const EMBEDDED_ROLE = 'trace_app';

export interface ApplicationRole {
  readonly name: string;
  /** Set for a role that the server makes itself. Null: the operator has made the role. */
  readonly password: string | null;
}

/** The role of the embedded database. Its password follows from the owner's, so that there is one file to keep. */
export function embeddedRole(ownerUrl: string): ApplicationRole {
  return { name: EMBEDDED_ROLE, password: createHmac('sha256', ownerUrl).update(EMBEDDED_ROLE).digest('hex') };
}

/** `url` with another user. */
export function urlAs(url: string, { name, password }: ApplicationRole): string {
  return url.replace(/^(\w+:\/\/)(?:[^@/]*@)?/, `$1${name}:${password}@`);
}

/** The name of the role in `url`, as its owner must grant to it. */
export async function roleOf(url: string, log: Log): Promise<ApplicationRole> {
  return withClient(url, log, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return { name: rows[0]!.name, password: null };
  });
}

/** Tables whose partitions the server makes, moves and drops. Only an owner of the table can do that. */
const PARTITIONED = ['position', 'position_archive', 'position_packed', 'position_archive_packed'];
/** Tables to which the server appends. */
const APPEND_ONLY = ['audit_log', 'audit_seal'];
/** Tables that only the owner writes. */
const READ_ONLY = ['audit_checkpoint', 'firmware_key', 'schema_migration'];

/**
 * The name of the advisory lock of each transaction that makes, moves or drops partitions, or grants rights on them.
 * PostgreSQL would fail one of two such transactions with 'tuple concurrently updated' or 'cache lookup failed'.
 */
export const PARTITION_LOCK = 'position partitions';

/** Gives the role its rights on all tables. Idempotent: runs after the migrations, as the owner, under their lock. */
export async function grantToApplication(client: pg.ClientBase, role: ApplicationRole): Promise<void> {
  const name = pg.escapeIdentifier(role.name);
  if (role.password !== null) await makeRole(client, role.name, role.password);
  const { rows } = await client.query<{ schema: string; owner: string; isMember: boolean }>(
    `select current_schema() as schema, current_user as owner, pg_has_role(current_user, $1, 'member') as "isMember"`,
    [role.name],
  );
  const { schema, owner, isMember } = rows[0]!;
  if (owner === role.name)
    throw new StartProblem('DATABASE_OWNER_URL and DATABASE_URL name the same role. Give the application another one.');
  // PostgreSQL hands a table over only to a role of which its owner is a member.
  if (!isMember)
    throw new StartProblem(
      `The role of DATABASE_OWNER_URL must be a member of the role of DATABASE_URL. As an administrator of the database run: grant ${name} to ${pg.escapeIdentifier(owner)};`,
    );
  const place = pg.escapeIdentifier(schema);
  const run = (statement: string): Promise<unknown> => client.query(statement);
  await run('begin');
  try {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [PARTITION_LOCK]);
    await run(`grant usage, create on schema ${place} to ${name}`);
    await run(`grant select, insert, update, delete on all tables in schema ${place} to ${name}`);
    await run(`grant usage, select, update on all sequences in schema ${place} to ${name}`);
    await run(`revoke all on ${[...APPEND_ONLY, ...READ_ONLY].join(', ')} from ${name}`);
    await run(`grant select, insert on ${APPEND_ONLY.join(', ')} to ${name}`);
    await run(`grant select on ${READ_ONLY.join(', ')} to ${name}`);
    await run(`grant execute on function delete_old_audit_entries(integer) to ${name}`);
    for (const table of await listForeignPartitions(client, role.name))
      await run(`alter table ${table} owner to ${name}`);
    await run('commit');
  } catch (error) {
    await run('rollback').catch(() => {});
    throw error;
  }
}

async function makeRole(client: pg.ClientBase, name: string, password: string): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [name]);
  const verb = rows.length === 0 ? 'create' : 'alter';
  await client.query(
    `${verb} role ${pg.escapeIdentifier(name)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  );
}

/** The partitioned tables and their partitions that belong to another role. */
async function listForeignPartitions(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tree.relid::regclass::text as name
    from unnest($1::text[]) as parent (name), pg_partition_tree(parent.name::regclass) as tree
    join pg_class c on c.oid = tree.relid where pg_get_userbyid(c.relowner) <> $2`,
    [PARTITIONED, role],
  );
  return rows.map((row) => row.name);
}

/** Warns when the role of `url` could change the audit log: it is a superuser, or owns the log. */
export async function warnOfPowerfulRole(url: string, log: Log): Promise<void> {
  const isPowerful = await withClient(url, log, async (client) => {
    const { rows } = await client.query<{ isPowerful: boolean }>(
      `select (select rolsuper from pg_roles where rolname = current_user) or pg_has_role(c.relowner, 'member') as "isPowerful"
      from pg_class c where c.oid = 'audit_log'::regclass`,
    );
    return rows[0]!.isPowerful;
  });
  if (isPowerful)
    log.warn(
      'The role of DATABASE_URL owns the audit log and could change it. Set DATABASE_OWNER_URL and give the server a role of its own (docs/operations.md)',
    );
}

async function withClient<T>(url: string, log: Log, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = bareConnectionConfig({ url, purpose: 'role check' });
  const client = await connectClient(config, (error) => log.warn({ err: error }, 'Connection of the role check lost'));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
