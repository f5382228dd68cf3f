import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '#platform/refusal/refusal';
import { readImport } from './devices.import-file.service.ts';

const HEAD = 'serial_number;nickname;claim_code;assign_to';
const NAME = 'Grüner Bus, groß';

const encodings: readonly [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 little-endian', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 big-endian', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
];

/** Each file holds one device, in row `line` of a spreadsheet. */
const layouts: readonly { layout: string; line: number; text: string }[] = [
  { layout: 'semicolons', line: 2, text: `${HEAD}\r\nTrace_1;${NAME};;` },
  { layout: 'commas', line: 2, text: `${HEAD.replaceAll(';', ',')}\r\nTrace_1,"${NAME}",,` },
  { layout: 'tabs', line: 2, text: `${HEAD.replaceAll(';', '\t')}\r\nTrace_1\t${NAME}\t\t` },
  { layout: 'a sep= line', line: 2, text: `sep=;\r\n${HEAD}\r\nTrace_1;"${NAME}";;` },
  { layout: 'a sep= line and one column', line: 2, text: `sep=,\r\nserial_number,nickname\r\nTrace_1,"${NAME}"` },
  { layout: 'empty columns', line: 2, text: `${HEAD};;\r\nTrace_1;${NAME};;;;` },
  { layout: 'an empty column between', line: 2, text: `serial_number;;nickname\r\nTrace_1;;${NAME}` },
  { layout: 'empty rows', line: 4, text: `${HEAD}\r\n;;;\r\n\r\nTrace_1;${NAME};;\r\n;;;;;;\r\n` },
  { layout: 'cells dropped at the end of a row', line: 2, text: `${HEAD}\r\nTrace_1;${NAME}` },
  { layout: 'old line ends', line: 2, text: `${HEAD}\rTrace_1;${NAME};;\r` },
];

describe.each(encodings)('in %s', (encoding, encode) => {
  test.each(layouts)('an import reads a file with $layout [IDEV-12]', ({ line, text }) => {
    const device = { line, serial: 'Trace_1', nickname: NAME, claimCode: null, email: null };
    const guessedName = encoding === 'Windows-1252' ? NAME : null;
    expect(readImport(encode(text))).toEqual({ rows: [device], guessedName });
  });
});

test.each(['\n', '\r\n'])(
  'an import numbers a row after a cell with line breaks as a spreadsheet does (%j) [IDEV-12]',
  (end) => {
    const file = [
      'serial_number;nickname;assign_to',
      'Trace_1;"Van',
      '',
      'blue";"no',
      'address"',
      'Trace_2;=1+1;',
      'Trace_3;;',
    ];
    expect(readImport(Buffer.from(file.join(end))).rows).toEqual([
      expect.objectContaining({ line: 2, serial: 'Trace_1', problem: texts.importLineBreak }),
      expect.objectContaining({ line: 3, serial: 'Trace_2', problem: texts.importFormula('nickname') }),
      expect.objectContaining({ line: 4, serial: 'Trace_3', nickname: null }),
    ]);
  },
);

test('two unclosed quotes with many rows between them hide none of these [IDEV-12]', () => {
  const between = Array.from({ length: 10 }, (_, index) => `Trace_${index},Van`);
  const { rows } = readImport(
    Buffer.from(['serial_number,nickname', 'Trace_A,"a', ...between, 'Trace_B,b"'].join('\n')),
  );
  expect(rows.filter((row) => !('problem' in row))).toHaveLength(10);
});

test('an unclosed quote spoils its own line alone [IDEV-12]', () => {
  const file = 'serial_number,nickname\nTrace_1,"open\nTrace_2,Van\nTrace_3,"open\nTrace_4,"Bus"';
  expect(readImport(Buffer.from(file)).rows).toMatchObject([
    { line: 2, problem: texts.importQuotes },
    { line: 3, nickname: 'Van' },
    { line: 4, problem: texts.importQuotes },
    { line: 5, nickname: 'Bus' },
  ]);
});

test('a Windows-1252 file needs no look of a person when its names are plain [IDEV-12]', () => {
  const file = Buffer.from('serial_number;nickname;assign_to\r\nTrace_1;Van;\r\nTrace_2;;m\u00FCller', 'latin1');
  expect(readImport(file)).toMatchObject({
    guessedName: null,
    rows: [{ nickname: 'Van' }, { problem: texts.importEmail }],
  });
});

test('a value in a column without a name is refused, so that nothing is lost silently [IDEV-12]', () => {
  const words = (text: string) =>
    readImport(Buffer.from(text)).rows.map((row) => ('problem' in row ? row.problem : ''));
  expect(words('serial_number;nickname\r\nTrace_1;Van;Trace_2')).toEqual([texts.importCells(2, 3)]);
  expect(words('serial_number;;nickname\r\nTrace_1;blue;Van')).toEqual([texts.importCells(2, 3)]);
  // A comma inside a name splits an unquoted row.
  expect(words('serial_number,nickname\r\nTrace_1,Van, blue')).toEqual([texts.importCells(2, 3)]);
});

test.each([
  ['a workbook', Buffer.from('PK\u0003\u0004\0\0serial_number\nTrace_1', 'latin1'), texts.importNotText],
  ['half a UTF-16 letter', Buffer.from([0xff, 0xfe, 0x41]), texts.importNotText],
  ['UTF-16 without a mark', Buffer.from('serial_number\nTrace_1', 'utf16le'), texts.importNotText],
  ['a wrong sep= line', Buffer.from('sep=|\nserial_number\nTrace_1'), texts.importColumns('sep=|')],
  ['nothing', Buffer.from(''), texts.importColumns('')],
  ['a column under two names', Buffer.from('serial_number;Serial number\nTrace_1;Trace_2'), /must name the columns/],
])('%s is refused with its reason [IDEV-12]', (_what, bytes, words) => {
  let refusal: Refusal | undefined;
  try {
    readImport(bytes);
  } catch (error) {
    refusal = error as Refusal;
  }
  expect(refusal).toMatchObject({ code: 'invalid_input', field: 'body' });
  expect(refusal!.message).toMatch(words);
});
