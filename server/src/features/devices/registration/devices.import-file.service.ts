import { assignSchema } from '@trace/contract/devices/assignment/devices.assignment.schema';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { importRules } from '@trace/contract/devices/registration/devices.registration.rules';
import { nicknameSchema, typedSerialSchema } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { unescapeCsvCell } from '@trace/contract/fleet/fleet.table.rules';
import { exportColumns } from '@trace/contract/fleet/fleet.table.texts';
import { readCsv, type BadLine, type CsvLine, type NoCsv } from '#platform/csv/csv-file';
import { Refusal } from '#platform/refusal/refusal';

const [REQUIRED, ...OPTIONAL] = importRules.columns;
type Column = (typeof importRules.columns)[number];

export interface ImportedDevice {
  readonly line: number;
  readonly serial: string;
  readonly nickname: string | null;
  readonly claimCode: string | null;
  /** Null when the device is not to be assigned. */
  readonly email: string | null;
}

export interface BadRow {
  readonly line: number;
  /** The serial as written in the file, shortened. */
  readonly serial: string | null;
  readonly problem: string;
}

export type FileRow = ImportedDevice | BadRow;

export const isBad = (row: FileRow): row is BadRow => 'problem' in row;

/** A legacy character set is a guess, so a person has to look at a name. */
export interface ImportFile {
  readonly rows: readonly FileRow[];
  /** A name with letters beyond ASCII in a file that is neither UTF-8 nor UTF-16. */
  readonly guessedName: string | null;
}

const SERIAL_SHOWN_LENGTH = 80;
/** Text that a spreadsheet would run instead of showing. */
const FORMULA = /^[=+\-@]/;

const COLUMNS = {
  required: [REQUIRED],
  optional: OPTIONAL,
  /** The portal's own export of the device table (IDEV-12). */
  aliases: { [exportColumns[0]]: 'serial_number', [exportColumns[1]]: 'nickname', [exportColumns[7]]: 'assign_to' },
  ignored: exportColumns,
} as const;

/** Reads an import file row by row. Refuses any other file. */
export function readImport(bytes: Uint8Array): ImportFile {
  const file = readCsv<Column>(bytes, COLUMNS);
  if ('kind' in file) throw new Refusal('invalid_input', wordsFor(file), { field: 'body' });
  const { lines, charset } = file;
  if (lines.length === 0) throw new Refusal('invalid_input', texts.importEmpty, { field: 'body' });
  if (lines.length > importRules.mostRows)
    throw new Refusal('invalid_input', texts.importTooManyRows, { field: 'body' });
  const rows = withoutRepeats(lines.map(readRow));
  return { rows, guessedName: charset === 'windows-1252' ? nameToCheck(rows) : null };
}

const wordsFor = (fault: NoCsv): string =>
  fault.kind === 'not_text' ? texts.importNotText : texts.importColumns(fault.found);

const nameToCheck = (rows: readonly FileRow[]): string | null =>
  rows.map((row) => (isBad(row) ? null : row.nickname)).find((name) => name !== null && !isAscii(name)) ?? null;

const isAscii = (text: string): boolean => Array.from(text).every((letter) => letter.charCodeAt(0) < 128);

function readRow(row: CsvLine<Column>): FileRow {
  const { line } = row;
  if ('problem' in row) {
    return { line, serial: shown(row.start), problem: wordsForBad(row.problem) };
  }
  const { serial_number, nickname: written, claim_code, assign_to } = row.values;
  const bad = (problem: string): BadRow => ({ line, serial: shown(serial_number), problem });
  if (FORMULA.test(written)) return bad(texts.importFormula('nickname'));
  const serial = typedSerialSchema.safeParse(serial_number);
  const name = nicknameSchema.safeParse(unescapeCsvCell(written));
  const to = assignSchema.shape.email.safeParse(assign_to);
  if (!serial.success) return bad(serial.error.issues[0]!.message);
  if (!name.success) return bad(name.error.issues[0]!.message);
  if (assign_to !== '' && !to.success) return bad(to.error.issues[0]!.message);
  const email = to.success ? to.data : null;
  // The export shows an unnamed device by its serial. That is no name: it would move to a replacement (IDEV-10).
  const nickname = name.data === deviceName(serial.data, null) ? null : name.data;
  return { line, serial: serial.data, nickname, claimCode: claim_code || null, email };
}

function wordsForBad(problem: BadLine['problem']): string {
  if (problem.kind === 'quotes') return texts.importQuotes;
  return problem.kind === 'line_break' ? texts.importLineBreak : texts.importCells(problem.wanted, problem.found);
}

const shown = (text: string): string | null => text.slice(0, SERIAL_SHOWN_LENGTH) || null;

/** Keeps the first row of a serial that appears twice, in any letter case. */
function withoutRepeats(rows: readonly FileRow[]): FileRow[] {
  const lineOf = new Map<string, number>();
  return rows.map((row) => {
    if (isBad(row)) return row;
    const key = row.serial.toLowerCase();
    const first = lineOf.get(key);
    if (first !== undefined) return { line: row.line, serial: row.serial, problem: texts.importRepeated(first) };
    lineOf.set(key, row.line);
    return row;
  });
}
