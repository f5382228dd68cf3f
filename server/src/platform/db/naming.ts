// Converts between snake_case in the database and camelCase in TypeScript. No other place does.
import { CamelCasePlugin, createQueryId } from 'kysely';

/**
 * Renames identifiers of built queries and the columns of every result, including raw SQL. The contents of jsonb stay
 * unchanged.
 */
export const naming = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const queryId = createQueryId();

/** The same renaming for rows that were read beside kysely. */
export async function renameColumns<Row>(rows: Record<string, unknown>[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const renamed = await naming.transformResult({ queryId, result: { rows } });
  return renamed.rows as Row[];
}
