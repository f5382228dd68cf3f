import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { NUMBER_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '@trace/contract/certification/certification.rules';
import { z } from 'zod';
import { splitCells, splitRows } from '#platform/csv/csv-rows';
import { Refusal } from '#platform/refusal/refusal';
import { nameKeyOf, normaliseNumber, tidyName } from './certification.rules.ts';
import type { CertificationRecord } from './certification.records.store.ts';

/** A file of 10 000 rows has about one megabyte. */
const MOST_BYTES = 20_000_000;
const SEPARATOR = ',';
const NAME_MAX_LENGTH = 2 * PERSON_NAME_MAX_LENGTH;

const wanted = ['certification_number', 'full_name', 'email'] as const;
const optional = ['expires_at'] as const;
type Column = (typeof wanted)[number] | (typeof optional)[number];
const isColumn = (name: string): name is Column => [...wanted, ...optional].some((column) => column === name);

/** A row of the file: the record, or a description of the problem. */
export type FileRow =
  | { readonly line: number; readonly record: CertificationRecord }
  | { readonly line: number; readonly problem: string };

/**
 * Reads a CSV file: UTF-8, with column names in the first line. Parses each row separately, so that an unclosed quote
 * affects only its line. Refuses any other file.
 */
export function readCertificationFile(bytes: Uint8Array): FileRow[] {
  const lines = decode(bytes).split(/\r\n|\n|\r/);
  const columns = readHeader(lines[0] ?? '');
  return splitRows(lines.slice(1), SEPARATOR).flatMap(({ line, text, cells }) =>
    text.trim() === '' ? [] : [{ line, ...readRow(text, cells, columns) }],
  );
}

/** Returns the record for the given values, or the problem with the name of the column. */
export function readRecord(given: Readonly<Record<Column, string>>): { record: CertificationRecord } | Problem {
  const number = normaliseNumber(given.certification_number);
  const fullName = tidyName(given.full_name);
  const email = normaliseEmail(given.email);
  const expiresAt = readExpiry(given.expires_at.trim());
  if (!/^[A-Z0-9][A-Z0-9./_-]*$/.test(number) || number.length > NUMBER_MAX_LENGTH)
    return wrong('certification_number', `use up to ${NUMBER_MAX_LENGTH} letters, digits and - . / _`);
  if (fullName === '' || fullName.length > NAME_MAX_LENGTH || /\p{Cc}/u.test(fullName))
    return wrong('full_name', `use 1 to ${NAME_MAX_LENGTH} characters`);
  if (email.length > 254 || !z.email().safeParse(email).success) return wrong('email', 'not an email address');
  if (expiresAt === undefined) return wrong('expires_at', 'use a date such as 2027-06-30, or leave it empty');
  return { record: { number, fullName, nameKey: nameKeyOf(fullName), email, expiresAt } };
}

interface Problem {
  readonly problem: string;
}

const wrong = (column: Column, what: string): Problem => ({ problem: `${column}: ${what}` });

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength > MOST_BYTES)
    throw new Refusal('payload_too_large', 'The file is larger than 20 MB. Split it into parts.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (cause) {
    throw new Refusal('invalid_input', NOT_UTF8, { cause });
  }
  throw new Refusal('invalid_input', NOT_UTF8);
}

const NOT_UTF8 = 'The file is not UTF-8 text. Save it as "CSV UTF-8".';

function readHeader(text: string): Column[] {
  const names = (splitCells(text, SEPARATOR) ?? []).map((name) => name.toLowerCase());
  const columns = names.filter(isColumn);
  const isWhole = wanted.every((name) => columns.includes(name)) && new Set(columns).size === names.length;
  if (isWhole) return columns;
  throw new Refusal(
    'invalid_input',
    `The first line must name the columns, separated by commas: ${wanted.join(', ')}, and optionally ${optional.join()}. Found: ${tidyName(text).slice(0, 200)}`,
  );
}

function readRow(
  text: string,
  values: readonly string[] | null,
  columns: readonly Column[],
): { record: CertificationRecord } | Problem {
  if (values === null) return { problem: 'a quotation mark is not closed or is in the middle of a value' };
  if (text.includes('\n')) return { problem: 'a value contains a line break' };
  if (values.length !== columns.length)
    return { problem: `expected ${columns.length} columns, found ${values.length}` };
  const given = { certification_number: '', full_name: '', email: '', expires_at: '' };
  for (const [index, column] of columns.entries()) given[column] = values[index] ?? '';
  return readRecord(given);
}

/** Returns the end of the last day in UTC. Returns null for no end, and undefined for an invalid day. */
function readExpiry(text: string): Date | null | undefined {
  if (text === '') return null;
  if (!z.iso.date().safeParse(text).success) return undefined;
  const end = new Date(`${text}T00:00:00.000Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}
