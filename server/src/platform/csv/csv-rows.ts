import { parse } from 'csv-parse/sync';

export interface RawRow {
  /** The number of the line at which the row starts, as a text editor shows it. */
  readonly line: number;
  readonly text: string;
  /** Null when the quotes are wrong. */
  readonly cells: readonly string[] | null;
}

/**
 * Splits lines into rows. A quoted cell may span several lines. An unclosed quote spoils only its own line. `before`:
 * how many lines of the file precede.
 */
export function splitRows(lines: readonly string[], separator: string, before: number): RawRow[] {
  const rows: RawRow[] = [];
  let at = 0;
  while (at < lines.length) {
    const row = readRow(lines, at, separator);
    rows.push({ line: before + at + 1, text: row.text, cells: row.cells });
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
  for (let end = at + 1; end < lines.length; end += 1) if (hasOddQuotes(lines[end]!)) return end;
  return at;
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
