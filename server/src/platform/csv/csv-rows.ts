import { parse } from 'csv-parse/sync';

export interface RawRow {
  /** The row number that a spreadsheet shows: the names of the columns are row 1. */
  readonly line: number;
  readonly text: string;
  /** Null when the quotes are wrong. */
  readonly cells: readonly string[] | null;
}

/**
 * More lines in one cell are taken for an unclosed quote. Otherwise two such quotes would hide all rows between them.
 */
const MOST_LINES_OF_ROW = 10;
const FIRST_ROW = 2;

/**
 * Splits the lines below the column names into rows. A quoted cell may span several lines. An unclosed quote spoils only
 * its own line.
 */
export function splitRows(lines: readonly string[], separator: string): RawRow[] {
  const rows: RawRow[] = [];
  let at = 0;
  while (at < lines.length) {
    const row = readRow(lines, at, separator);
    rows.push({ line: FIRST_ROW + rows.length, text: row.text, cells: row.cells });
    at += row.length;
  }
  return rows;
}

function readRow(lines: readonly string[], at: number, separator: string) {
  const end = endOfRow(lines, at);
  const text = lines.slice(at, end + 1).join('\n');
  const cells = splitCells(text, separator);
  if (cells === null && end > at) return { text: lines[at]!, cells: null, length: 1 };
  return { text, cells, length: end + 1 - at };
}

/** A row with an open quote ends at the next line with an odd number of quotes. */
function endOfRow(lines: readonly string[], at: number): number {
  if (!hasOddQuotes(lines[at]!)) return at;
  const length = lines.slice(at + 1, at + MOST_LINES_OF_ROW).findIndex(hasOddQuotes) + 1;
  return at + length;
}

const hasOddQuotes = (line: string): boolean => line.includes('"') && line.split('"').length % 2 === 0;

/** Returns the values of one row, or null when its quotes are wrong. */
export function splitCells(text: string, separator: string): string[] | null {
  // Most rows need no parser. A parser for each of 10,000 rows costs more than all other work.
  if (!text.includes('"')) return text.split(separator).map((value) => value.trim());
  try {
    return parse(text, { trim: true, delimiter: separator, record_delimiter: '\n' })[0] ?? [];
  } catch {
    // Wrong quotes are the only possible error in a single row.
    return null;
  }
}
