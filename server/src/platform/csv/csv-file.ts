// Uploaded CSV files: UTF-8, one row per line, column names in the first line.
import { parse } from 'csv-parse/sync';

export interface CsvRow<Column extends string> {
  /** Counted from 1; the names of the columns are line 1. */
  readonly line: number;
  /** Empty for a column that the file does not have. */
  readonly values: Readonly<Record<Column, string>>;
}

/** A malformed line: its first value and the problem. */
export interface BadLine {
  readonly line: number;
  readonly start: string;
  readonly problem: { readonly kind: 'quotes' } | { readonly kind: 'cells'; wanted: number; found: number };
}

export type CsvLine<Column extends string> = CsvRow<Column> | BadLine;

/** `columns`: the first line is wrong. `found` contains its text. */
export type NoCsv = { readonly kind: 'not_utf8' } | { readonly kind: 'columns'; readonly found: string };

const FOUND_MAX_LENGTH = 200;

/**
 * Parses line by line, so an unclosed quote spoils only its own row. Columns may come in any order. Columns beyond
 * `required` and `optional` are refused, and only `required` columns must be present.
 */
export function readCsv<Column extends string>(
  bytes: Uint8Array,
  required: readonly Column[],
  optional: readonly Column[],
): CsvLine<Column>[] | NoCsv {
  const text = decode(bytes);
  if (text === null) return { kind: 'not_utf8' };
  const [first = '', ...rest] = text.split(/\r\n|\n|\r/);
  const columns = readHeader(first, required, optional);
  if (columns === null) return { kind: 'columns', found: first.slice(0, FOUND_MAX_LENGTH) };
  const empty = Object.fromEntries([...required, ...optional].map((column) => [column, '']));
  return rest.flatMap((content, index) =>
    content.trim() === '' ? [] : [readLine(index + 2, content, columns, empty as Record<Column, string>)],
  );
}

function readLine<Column extends string>(
  line: number,
  content: string,
  columns: readonly Column[],
  empty: Readonly<Record<Column, string>>,
): CsvLine<Column> {
  const values = splitLine(content);
  if (values === null) return { line, start: startOf(content), problem: { kind: 'quotes' } };
  if (values.length !== columns.length)
    return { line, start: startOf(content), problem: { kind: 'cells', wanted: columns.length, found: values.length } };
  const given = Object.fromEntries(columns.map((column, position) => [column, values[position]!]));
  return { line, values: { ...empty, ...given } };
}

/** Decodes UTF-8, ignoring a byte order mark at the start. Returns null for other bytes. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function readHeader<Column extends string>(
  text: string,
  required: readonly Column[],
  optional: readonly Column[],
): Column[] | null {
  const names = (splitLine(text) ?? []).map((name) => name.toLowerCase());
  const columns = names.filter((name): name is Column => [...required, ...optional].some((column) => column === name));
  const isWhole = required.every((column) => columns.includes(column)) && new Set(columns).size === names.length;
  return isWhole ? columns : null;
}

/** Returns the values of one line, or null when its quotes are wrong. */
function splitLine(text: string): string[] | null {
  // Most lines need no parser. A parser for each of 10,000 lines costs more than all other work.
  if (!text.includes('"')) return text.split(',').map((value) => value.trim());
  try {
    return parse(text, { trim: true, record_delimiter: '\n' })[0] ?? [];
  } catch {
    // Wrong quotes are the only possible error in a single line.
    return null;
  }
}

const startOf = (text: string): string => (text.split(',')[0] ?? '').trim();
