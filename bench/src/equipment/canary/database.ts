// Looks for canaries in every column of every table.
import { lookInto } from '../proofs/checker.ts';

const COLUMNS = `
  select c.relname as table_name, a.attname as column_name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by 1, 2`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the columns, as `table.column`, that hold one of the texts. */
export function columnsWith(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  return lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<{ table_name: string; column_name: string }>(COLUMNS);
    const found: string[] = [];
    for (const { table_name: table, column_name: column } of rows) {
      const { rowCount } = await client.query(
        `select from ${quoted(table)} where exists (select from unnest($1::text[]) t where position(t in ${quoted(column)}::text) > 0) limit 1`,
        [texts],
      );
      if (rowCount === 1) found.push(`${table}.${column}`);
    }
    return found;
  });
}
