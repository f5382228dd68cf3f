import { expect, test } from 'vitest';
import { csvCell } from './fleet.table.rules.ts';

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
