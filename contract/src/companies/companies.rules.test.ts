import { expect, test } from 'vitest';
import { abnAcnOf, isPhone, isWebsite, shownAbnAcn } from './companies.rules.ts';

test.each([
  ['51 824 753 556', '51824753556', '51 824 753 556'],
  ['53004085616', '53004085616', '53 004 085 616'],
  ['004 085 616', '004085616', '004 085 616'],
  ['000 000 019', '000000019', '000 000 019'],
])('%s is an ABN or ACN [COMP-02]', (text, digits, shown) => {
  expect(abnAcnOf(text)).toBe(digits);
  expect(shownAbnAcn(digits)).toBe(shown);
});

test.each([
  ...['', ' ', '51 824 753 557', '15 824 753 556', '61 824 753 556', '004 085 617', '000000000', '00000000000'],
  ...[
    '5182475355',
    '518247535566',
    'ABN 51824753556',
    '51-824-753-556',
    '５１８２４７５３５５６',
    '1e10',
    '-004085616',
  ],
])('%j is neither an ABN nor an ACN [COMP-02]', (text) => {
  expect(abnAcnOf(text)).toBeNull();
});

test.each(['https://x.example', 'http://x.example:8080/a?b=c#d', 'HTTPS://X.EXAMPLE', 'https://münchen.example/ü'])(
  'accepts %s as a website [COMP-02] [T47]',
  (text) => {
    expect(isWebsite(text)).toBe(true);
  },
);

test.each([
  ...['', 'x.example', 'javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'],
  ...['ftp://x.example', '//x.example', 'https:x.example', 'https:/x.example', 'https://', 'https://localhost'],
  ...['https://u:p@x.example', 'https://u@x.example', 'https://x.example\\@y.example', 'https://x.example\u202e'],
])('refuses %j as a website [COMP-02] [T47]', (text) => {
  expect(isWebsite(text)).toBe(false);
});

test('accepts only digits and separators as a phone number [COMP-02] [T47]', () => {
  expect(['+61 2 5550 1234', '(02) 5550-1234', '02.5550.1234'].map(isPhone)).toEqual([true, true, true]);
  expect(['', '+', '1234', 'tel:12345678', '12345678;ext=1', '1'.repeat(19), '٠١٢٣٤٥٦'].map(isPhone)).toEqual(
    Array.from({ length: 7 }, () => false),
  );
});
