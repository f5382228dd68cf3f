import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries/boundaries.ts';
import { checkFeatureNames } from './checks/feature-names.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { createFeature } from './new-feature.ts';
import { ROOT } from './repository.ts';
import { namesOf } from './skeleton.ts';

/** The folders that a skeleton depends on. */
const FOUNDATIONS = ['contract/src/kernel', 'server/src/platform', 'web/src/lib'];

let repository: Fixture;
beforeEach(() => {
  repository = createFixture({});
});
afterEach(() => repository.remove());

/** Brings the real foundations and the installed packages, so that the skeleton can be judged like real code. */
function copyFoundations(): void {
  for (const folder of FOUNDATIONS) cpSync(join(ROOT, folder), join(repository.root, folder), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.base.json'), join(repository.root, 'tsconfig.base.json'));
  for (const room of ['contract', 'server', 'web']) {
    cpSync(join(ROOT, room, 'tsconfig.json'), join(repository.root, room, 'tsconfig.json'));
  }
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@trace') symlinkSync(join(ROOT, 'node_modules', name), join(repository.root, 'node_modules', name));
  }
}

/** Compiles only if the server accepts the new feature. */
const PLUG = `import type { Feature } from '#platform/feature/feature';
import type { createDeviceHealthFeature } from './features/device-health/device-health.feature.ts';
export type Plug = ReturnType<typeof createDeviceHealthFeature>;
export const accept = (plug: Plug): Feature => plug;
`;

function complaintsOf(command: string, args: string[]): string[] {
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: repository.root,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('device-health'));
}

test('a new feature compiles, is well named and keeps the boundaries', async () => {
  copyFoundations();
  const written = createFeature(repository.root, 'device-health');
  expect(written).toHaveLength(11);
  expect(checkFeatureNames(written)).toEqual([]);
  const { failures } = await checkBoundaries(repository.root);
  expect(failures.filter((failure) => failure.startsWith(written[0]!) || failure.includes('device-health'))).toEqual(
    [],
  );
  repository.write({ 'server/src/device-health-plug.ts': PLUG });
  const types = ['contract', 'server', 'web'].flatMap((room) => complaintsOf('tsc', ['-p', room, '--pretty', 'false']));
  expect(types).toEqual([]);
});

test('writes no files for a name that is not on the map', () => {
  expect(() => createFeature(repository.root, 'geofence')).toThrow("'geofence' is not on the map");
  expect(existsSync(join(repository.root, 'contract/src/geofence'))).toBe(false);
});

test('keeps an existing file unchanged and writes none of its neighbours', () => {
  createFeature(repository.root, 'panic');
  repository.write({ 'contract/src/alerts/alerts.rules.ts': 'mine' });
  writeFileSync(join(repository.root, 'contract/src/panic/panic.rules.ts'), 'changed');
  expect(() => createFeature(repository.root, 'panic')).toThrow('already there, nothing written');
  expect(() => createFeature(repository.root, 'alerts')).toThrow('contract/src/alerts/alerts.rules.ts');
  expect(readFileSync(join(repository.root, 'contract/src/panic/panic.rules.ts'), 'utf8')).toBe('changed');
  expect(existsSync(join(repository.root, 'server/src/features/alerts'))).toBe(false);
});

test('derives all case forms of a feature name', () => {
  expect(namesOf('device-health')).toEqual({
    kebab: 'device-health',
    camel: 'deviceHealth',
    pascal: 'DeviceHealth',
    snake: 'device_health',
  });
});
