import { expect, test } from 'vitest';
import { csvCell, unescapeCsvCell } from './fleet.table.rules.ts';

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+61 2', `"'+61 2"`],
  ['-1+1', `"'-1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['  =1', `"'  =1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1', `"'＝1"`],
  ['Work ute', 'Work ute'],
  ['say "hi", now', '"say ""hi"", now"'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('a cell of a file is never a formula: %j [IDEV-08]', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test.each(['=1+1', '-12 van', '@home', '  =1', "'s-Gravenhage", "O'Brien", 'Work ute', ''])(
  'an imported cell has the value that was exported: %j [IDEV-12]',
  (value) => {
    const cell = csvCell(value).replace(/^"(.*)"$/, '$1');
    expect(unescapeCsvCell(cell)).toBe(value);
  },
);
