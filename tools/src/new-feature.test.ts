import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries/boundaries.ts';
import { checkFeatureNames } from './feature-names.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { createFeature } from './new-feature.ts';
import { ROOT } from './repository.ts';
import { namesOf } from './skeleton.ts';

/** The folders that a skeleton depends on. */
const FOUNDATIONS = ['contract/src/kernel', 'server/src/platform', 'web/src/lib'];

let house: Fixture;
beforeEach(() => {
  house = createFixture({});
});
afterEach(() => house.remove());

/** Brings the real foundations and the installed packages, so that the skeleton can be judged like real code. */
function furnish(): void {
  for (const folder of FOUNDATIONS) cpSync(join(ROOT, folder), join(house.root, folder), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.base.json'), join(house.root, 'tsconfig.base.json'));
  for (const room of ['contract', 'server', 'web']) {
    cpSync(join(ROOT, room, 'tsconfig.json'), join(house.root, room, 'tsconfig.json'));
  }
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@trace') symlinkSync(join(ROOT, 'node_modules', name), join(house.root, 'node_modules', name));
  }
}

function complaintsOf(command: string, args: string[]): string[] {
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: house.root,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('device-health'));
}

test('a new feature compiles, is well named and keeps the boundaries', async () => {
  furnish();
  const written = createFeature(house.root, 'device-health');
  expect(written).toHaveLength(11);
  expect(checkFeatureNames(written)).toEqual([]);
  const { failures } = await checkBoundaries(house.root);
  expect(failures.filter((failure) => failure.startsWith(written[0]!) || failure.includes('device-health'))).toEqual(
    [],
  );
  const types = ['contract', 'server', 'web'].flatMap((room) => complaintsOf('tsc', ['-p', room, '--pretty', 'false']));
  expect(types).toEqual([]);
});

test('writes no files for a name that is not on the map', () => {
  expect(() => createFeature(house.root, 'geofence')).toThrow("'geofence' is not on the map");
  expect(existsSync(join(house.root, 'contract/src/geofence'))).toBe(false);
});

test('keeps an existing file unchanged and writes none of its neighbours', () => {
  createFeature(house.root, 'panic');
  house.write({ 'contract/src/alerts/alerts.rules.ts': 'mine' });
  writeFileSync(join(house.root, 'contract/src/panic/panic.rules.ts'), 'changed');
  expect(() => createFeature(house.root, 'panic')).toThrow('already there, nothing written');
  expect(() => createFeature(house.root, 'alerts')).toThrow('contract/src/alerts/alerts.rules.ts');
  expect(readFileSync(join(house.root, 'contract/src/panic/panic.rules.ts'), 'utf8')).toBe('changed');
  expect(existsSync(join(house.root, 'server/src/features/alerts'))).toBe(false);
});

test('the words of a name', () => {
  expect(namesOf('device-health')).toEqual({
    kebab: 'device-health',
    camel: 'deviceHealth',
    pascal: 'DeviceHealth',
    snake: 'device_health',
  });
});
