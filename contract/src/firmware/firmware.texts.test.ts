import { expect, test } from 'vitest';
import { firmwareTexts } from './firmware.texts.ts';

test('the words of a waiting update do not tell that an emergency is open [FWM-03] [A-414]', () => {
  expect(Object.values(firmwareTexts.waits).join(' ')).not.toMatch(/emergency|panic|incident|alarm/i);
});
