import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Returns the columns of the whole schema, as `table.column`, that contain a text, ignoring case. */
export async function columnsWith(executor: Executor, text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ tableName: string; columnName: string; isBytes: boolean }>`
    select table_name, column_name, data_type = 'bytea' as is_bytes from information_schema.columns
    where table_schema = current_schema()
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'double precision')`.execute(
    executor,
  );
  if (columns.length < 80) throw new Error(`Only ${columns.length} columns were found: the schema is not read`);
  const found: string[] = [];
  for (const { tableName, columnName, isBytes } of columns) {
    const column = sql.id(columnName);
    const { rows } = await sql`
      select from ${sql.id(tableName)}
      where position(lower(${text}) in lower(${isBytes ? sql`encode(${column}, 'escape')` : sql`${column}::text`})) > 0
      limit 1`.execute(executor);
    if (rows.length > 0) found.push(`${tableName}.${columnName}`);
  }
  return found.toSorted();
}
