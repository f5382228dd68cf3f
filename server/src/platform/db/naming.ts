// The one place where snake_case of the database meets camelCase of TypeScript.
import { CamelCasePlugin, createQueryId } from 'kysely';

/** Renames identifiers of built queries and the columns of every result, raw SQL included; jsonb contents stay as they are. */
export const naming = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const queryId = createQueryId();

/** The same renaming for rows that were read beside kysely. */
export async function renameColumns<Row>(rows: Record<string, unknown>[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const renamed = await naming.transformResult({ queryId, result: { rows } });
  return renamed.rows as Row[];
}
