import { expect, test } from 'vitest';
import { overviewTexts as texts } from './fleet.overview.texts.ts';

test('the overview speaks of one device in the singular when one device has never connected [IDASH-01]', () => {
  expect(`${texts.awaiting(1)}. ${texts.awaitingNext(1)}.`).toBe(
    '1 device has never connected. Power it on where there is a signal.',
  );
  expect(texts.awaitingNext(2)).toBe('Power them on where there is a signal');
});
