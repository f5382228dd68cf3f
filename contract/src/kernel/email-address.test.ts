import { expect, test } from 'vitest';
import { z } from 'zod';
import { isEmailAddress } from './email-address.ts';

test.each([
  'mia@trace.example',
  "o'neil+ute@mail.trace.example",
  'mia@trace',
  'mia@@trace.example',
  'mia..novak@trace.example',
  '.mia@trace.example',
  'mia@trace.example ',
  'mia@-trace.example',
  'mïa@trace.example',
  '',
  `${'m'.repeat(240)}@trace.example`,
  `${'m'.repeat(241)}@trace.example`,
])('isEmailAddress agrees with the schema of the server about "%s"', (text) => {
  expect(isEmailAddress(text)).toBe(z.email().max(254).safeParse(text).success);
});
