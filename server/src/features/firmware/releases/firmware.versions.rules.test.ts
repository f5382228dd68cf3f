import { expect, test } from 'vitest';
import { compareVersions, highestOf, isVersion } from './firmware.versions.rules.ts';

test('orders versions by SemVer, pre-releases included [FWM-02]', () => {
  const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11'];
  const all = [...ordered, '1.0.0-rc.1', '1.0.0', '1.0.4', '1.0.10', '2.1.0-beta', '2.1.0'];
  expect(all.toReversed().toSorted(compareVersions)).toEqual(all);
  expect(highestOf(['2.1.0', '1.0.10', '2.1.0-beta'])).toBe('2.1.0');
  expect(highestOf([])).toBeNull();
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0);
});

test.each(['', '1.0', 'v1.0.0', '1.0.0 ', '01.0.0', '1.0.0-01', '1.0.99999999999999999999', 'latest'])(
  '%j is not a version [FWM-01]',
  (text) => {
    expect(isVersion(text)).toBe(false);
  },
);

test.each(['1.0.5', '2.1.0-beta', '1.0.0-rc.1+build.5'])('%s is a version [FWM-01]', (text) => {
  expect(isVersion(text)).toBe(true);
});
