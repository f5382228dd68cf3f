import { expect, test } from 'vitest';
import { accessMinutes } from '../location-access/location-access.rules.ts';
import { pingRules } from '../ping/ping.rules.ts';
import { historyRules } from '../tracking/tracking.history.rules.ts';
import { termsTexts } from './accounts.terms.texts.ts';

const wordsOf = (id: string) => JSON.stringify(termsTexts.sections.find((section) => section.id === id)!.parts);

test('the terms state the durations and limits of the code [LAND-05]', () => {
  const devices = wordsOf('devices');
  const [last, ...others] = accessMinutes.toReversed();
  expect(devices).toContain(`for ${others.toReversed().join(', ')} or ${last} minutes`);
  expect(devices).toContain(`location ${pingRules.freePerDay} times a day`);
  expect(devices).toContain(`the history of ${historyRules.days} days`);
});

test('the terms promise nothing that is not built [LAND-05]', () => {
  expect(JSON.stringify(termsTexts)).not.toMatch(/panic|geofence|share link|guest/i);
});
