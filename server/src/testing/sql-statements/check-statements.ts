// Checks the statements of a source file against the migrated database.
import type pg from 'pg';
import { describeStatement } from './describe-statement.ts';
import { findStatements, type FoundStatement } from './find-statements.ts';
import { rowMismatches } from './row-mismatches.ts';
import { readRowType } from './row-type.ts';
import { readSourceFile, type SourceFile } from './source-file.ts';

export interface StatementReport {
  readonly count: number;
  /** A sentence for each statement that the database refuses and each field that does not fit. */
  readonly failures: string[];
  /** The reasons why statements could not be read: their text only exists at run time. */
  readonly dynamic: string[];
}

export async function checkStatements(client: pg.Client, path: string): Promise<StatementReport> {
  const file = readSourceFile(path);
  const found = findStatements(file);
  const failures: string[] = [];
  for (const statement of found)
    for (const failure of await failuresOf(client, statement, file))
      failures.push(`line ${statement.line}: ${failure}`);
  return { count: found.length, failures, dynamic: found.flatMap(({ dynamic }) => dynamic ?? []) };
}

async function failuresOf(client: pg.Client, statement: FoundStatement, file: SourceFile): Promise<string[]> {
  const fields = statement.rowType && readRowType(statement.rowType, file);
  const failures: string[] = [];
  for (const text of statement.texts)
    try {
      const columns = await describeStatement(client, text);
      if (fields !== null) failures.push(...rowMismatches(columns, fields));
    } catch (error) {
      failures.push((error as Error).message);
    }
  return failures;
}
