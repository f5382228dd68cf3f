// Uploaded CSV files as spreadsheet programs write them, with column names in the first line.
import { splitCells, splitRows, type RawRow } from './csv-rows.ts';
import { decodeText, type Charset } from './csv-text.ts';

export interface CsvColumns<Column extends string> {
  readonly required: readonly Column[];
  readonly optional: readonly Column[];
  /** Other names of the columns. Letter case does not matter, and a space is the same as an underscore. */
  readonly aliases?: Readonly<Record<string, Column>>;
  /** Columns of other files of the portal. Their values are not read. */
  readonly ignored?: readonly string[];
  /** Whether each row must have a cell, even an empty one, for each column of the file. */
  readonly isStrict?: boolean;
}

export interface CsvRow<Column extends string> {
  /** The row number that a spreadsheet shows: the names of the columns are row 1. */
  readonly line: number;
  /** Empty for a column that the file does not have. */
  readonly values: Readonly<Record<Column, string>>;
}

/** A malformed row: its first value and the problem. */
export interface BadLine {
  readonly line: number;
  readonly start: string;
  readonly problem:
    | { readonly kind: 'quotes' }
    | { readonly kind: 'line_break' }
    | { readonly kind: 'cells'; wanted: number; found: number };
}

export type CsvLine<Column extends string> = CsvRow<Column> | BadLine;

export interface CsvFile<Column extends string> {
  readonly lines: readonly CsvLine<Column>[];
  readonly charset: Charset;
}

/** `columns`: the line with the column names is wrong. `found` contains its text. */
export type NoCsv = { readonly kind: 'not_text' } | { readonly kind: 'columns'; readonly found: string };

const FOUND_MAX_LENGTH = 200;
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Parses row by row, so an unclosed quote spoils only its own line. Columns may come in any order. Unknown columns are
 * refused, and only `required` columns must be present. Spreadsheets leave empty columns and rows, and drop empty cells
 * at the end of a row: these are accepted unless the file is strict.
 */
export function readCsv<Column extends string>(bytes: Uint8Array, wanted: CsvColumns<Column>): CsvFile<Column> | NoCsv {
  const file = decodeText(bytes);
  if (file === null) return { kind: 'not_text' };
  const lines = file.text.split(/\r\n|\n|\r/);
  const named = separatorLine(lines[0]!);
  const headerAt = named === null ? 0 : 1;
  const header = lines[headerAt] ?? '';
  const separator = named ?? separatorOf(header);
  const columns = readHeader(header, separator, wanted);
  if (columns === null) return { kind: 'columns', found: header.slice(0, FOUND_MAX_LENGTH) };
  const empty = Object.fromEntries([...wanted.required, ...wanted.optional].map((column) => [column, '']));
  const read = createRowReader(separator, columns, {
    empty: empty as Record<Column, string>,
    isStrict: wanted.isStrict ?? false,
  });
  // A spreadsheet hides the line that names the separator.
  const rows = splitRows(lines.slice(headerAt + 1), separator);
  return { charset: file.charset, lines: rows.flatMap(read) };
}

/** The line `sep=;` names the separator for a spreadsheet program. */
function separatorLine(line: string): string | null {
  return /^"?sep=([,;\t])"?[,;\t\s]*$/i.exec(line)?.[1] ?? null;
}

/** The separator that the header has most often. A spreadsheet writes a semicolon where the comma is for decimals. */
function separatorOf(header: string): string {
  const [first, ...others] = SEPARATORS.map((sign) => ({ sign, count: header.split(sign).length }));
  return others.reduce((best, one) => (one.count > best.count ? one : best), first!).sign;
}

/** `ignored`: values of this column are not read. `empty`: the column has no name, so it must have no values. */
type FileColumn<Column> = { readonly kind: 'read'; readonly column: Column } | { readonly kind: 'ignored' | 'empty' };

function readHeader<Column extends string>(
  header: string,
  separator: string,
  { required, optional, aliases = {}, ignored = [] }: CsvColumns<Column>,
): FileColumn<Column>[] | null {
  const byName = new Map<string, FileColumn<Column>>([
    ['', { kind: 'empty' }],
    ...ignored.map((name) => [nameOf(name), { kind: 'ignored' }] as const),
    ...Object.entries(aliases).map(([name, column]) => [nameOf(name), { kind: 'read', column }] as const),
    ...[...required, ...optional].map((column) => [nameOf(column), { kind: 'read', column }] as const),
  ]);
  const found = (splitCells(header, separator) ?? []).map((name) => byName.get(nameOf(name)));
  const columns = found.filter((column) => column !== undefined);
  const names = columns.flatMap((one) => (one.kind === 'read' ? [one.column] : []));
  const isUnique = new Set(names).size === names.length;
  if (columns.length < found.length || !isUnique || !required.every((column) => names.includes(column))) return null;
  return columns;
}

const nameOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_');

function createRowReader<Column extends string>(
  separator: string,
  columns: readonly FileColumn<Column>[],
  { empty, isStrict }: { empty: Readonly<Record<Column, string>>; isStrict: boolean },
) {
  const wanted = columns.filter(({ kind }) => kind !== 'empty').length;
  return ({ line, text, cells }: RawRow): CsvLine<Column>[] => {
    if (text.trim() === '') return [];
    const start = (text.split(separator)[0] ?? '').trim();
    if (cells === null) return [{ line, start, problem: { kind: 'quotes' } }];
    // No value has several lines. A quote that is missing in two rows would hide the rows between them.
    if (text.includes('\n')) return [{ line, start, problem: { kind: 'line_break' } }];
    if (cells.every((cell) => cell === '')) return [];
    const isStray = (cell: string, index: number) => cell !== '' && (columns[index]?.kind ?? 'empty') === 'empty';
    if (cells.some(isStray) || (isStrict && cells.length < wanted)) {
      const found = isStrict ? cells.length : cells.findLastIndex((cell) => cell !== '') + 1;
      return [{ line, start, problem: { kind: 'cells', wanted, found } }];
    }
    const values: Record<Column, string> = { ...empty };
    for (const [index, one] of columns.entries()) if (one.kind === 'read') values[one.column] = cells[index] ?? '';
    return [{ line, values }];
  };
}
