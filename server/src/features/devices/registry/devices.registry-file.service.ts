import { isClaimCode, normaliseClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { typedSerialSchema } from '@trace/contract/devices/registration/devices.registration.schema';
import { isPhone, PHONE_SERIAL_PREFIX } from '@trace/contract/kernel/serial';
import { readCsv, type CsvLine } from '#platform/csv/csv-file';
import { makeClaim, type ClaimedSerial } from '#platform/devices/identity/claims';
import { Refusal } from '#platform/refusal/refusal';

/** A file of 10 000 rows is half a megabyte. */
const MOST_BYTES = 20_000_000;

/** Stands for a code that is made here. */
const NEW_CODE = 'new';

export type EntryRow =
  | { readonly line: number; readonly entry: ClaimedSerial; readonly isMade: boolean }
  | { readonly line: number; readonly problem: string };

/**
 * Reads the file of a production run: `serial_number`, and `claim_code` for labels with a code. Refuses any other file.
 */
export function readEntryFile(bytes: Uint8Array): EntryRow[] {
  if (bytes.byteLength > MOST_BYTES)
    throw new Refusal('payload_too_large', 'The file is larger than 20 MB. Split it into parts.');
  // A missing cell must not enter a device without a claim code.
  const file = readCsv(bytes, { required: ['serial_number'], optional: ['claim_code'], isStrict: true });
  if ('lines' in file) return withoutRepeats(file.lines.map(readRow));
  if (file.kind === 'not_text')
    throw new Refusal('invalid_input', 'The file is not a CSV file. Save it as CSV in your spreadsheet program.');
  throw new Refusal(
    'invalid_input',
    `The first line must name the columns: serial_number and, optionally, claim_code. Found: ${file.found}`,
  );
}

/** Returns the entry for the input, or the problem. */
export function readEntry(
  serial: string,
  code: string,
): { entry: ClaimedSerial; isMade: boolean } | { problem: string } {
  const read = typedSerialSchema.safeParse(serial);
  if (!read.success) return { problem: `serial_number: ${read.error.issues[0]!.message}` };
  if (isPhone(read.data)) return { problem: `serial_number: ${PHONE_SERIAL_PREFIX} is reserved for phones` };
  if (code.trim() === '') return { entry: { serial: read.data, code: null }, isMade: false };
  if (code.trim().toLowerCase() === NEW_CODE) return { entry: { serial: read.data, code: makeClaim() }, isMade: true };
  const normalised = normaliseClaim(code);
  // T35: fewer than 80 bits could be guessed, and a serial is no secret.
  if (!isClaimCode(normalised))
    return { problem: 'claim_code: use 16 to 64 letters and digits without U, or the word new' };
  if (normalised === normaliseClaim(read.data))
    return { problem: 'claim_code: the serial number is not secret, so it cannot be the claim code' };
  return { entry: { serial: read.data, code: normalised }, isMade: false };
}

function readRow(row: CsvLine<'serial_number' | 'claim_code'>): EntryRow {
  const { line } = row;
  if ('values' in row) return { line, ...readEntry(row.values.serial_number, row.values.claim_code) };
  if (row.problem.kind === 'quotes')
    return { line, problem: 'a quotation mark is not closed or is in the middle of a value' };
  if (row.problem.kind === 'line_break') return { line, problem: 'a value contains a line break' };
  return { line, problem: `expected ${row.problem.wanted} columns, found ${row.problem.found}` };
}

function withoutRepeats(rows: readonly EntryRow[]): EntryRow[] {
  const lineOf = new Map<string, number>();
  return rows.map((row) => {
    if ('problem' in row) return row;
    const key = row.entry.serial.toLowerCase();
    const first = lineOf.get(key);
    if (first === undefined) lineOf.set(key, row.line);
    return first === undefined ? row : { line: row.line, problem: `${row.entry.serial} is already in row ${first}` };
  });
}
