import { afterEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../fixture.ts';
import { checkLicences } from './licences.ts';
import { ROOT } from '../repository.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

function judge(packages: Record<string, { license?: string; link?: boolean }>): string[] {
  fixture = createFixture({ 'package-lock.json': JSON.stringify({ packages }) });
  return checkLicences(fixture.root).failures;
}

test('the check fails for each package whose licence is not allowed or not stated', () => {
  expect(
    judge({
      '': { license: 'UNLICENSED' },
      'node_modules/@trace/server': { link: true },
      'node_modules/fine': { license: 'MIT' },
      'node_modules/choice': { license: '(GPL-3.0 OR Apache-2.0)' },
      'node_modules/copyleft': { license: 'GPL-3.0' },
      'node_modules/fine/node_modules/both': { license: 'MIT AND AGPL-3.0' },
      'node_modules/silent': {},
      'node_modules/lib': { license: 'LGPL-3.0-or-later' },
      'node_modules/@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later' },
    }),
  ).toEqual([
    'copyleft: GPL-3.0 is not an allowed licence',
    'both: MIT AND AGPL-3.0 is not an allowed licence',
    'silent: states no licence',
    'lib: LGPL-3.0-or-later is not an allowed licence',
  ]);
});

test('every package of this repository has an allowed licence', () => {
  const { failures, packageCount } = checkLicences(ROOT);
  expect(failures).toEqual([]);
  expect(packageCount).toBeGreaterThan(100);
});
