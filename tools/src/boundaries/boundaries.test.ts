import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { createFixture, type Fixture } from '../fixture.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

/** The smallest files that others import in the cases below. */
const BASE_FILES = {
  'contract/src/kernel/time.ts': 'export const secondMs = 1000;\n',
  'contract/src/ping/ping.rules.ts': 'export const perDay = 30;\n',
  'server/src/app.ts': 'export const app = 1;\n',
  'server/src/features.ts': 'export const features = 1;\n',
  'server/src/device-features.ts': 'export const deviceFeatures = 1;\n',
  'server/src/config/config.ts': 'export type Config = { port: number };\nexport const config = 1;\n',
  'server/src/config/config-devices.ts': 'export const deviceConfig = 1;\n',
  'server/src/platform/actor/actor.ts': 'export type Actor = { id: string };\n',
  'server/src/platform/clock/clock.ts': 'export const now = () => new Date();\n',
  'server/src/platform/db/database.ts': 'export type Tx = { id: number };\nexport const connect = () => 1;\n',
  'server/src/platform/http/server.ts': 'export const listen = () => 1;\n',
  'server/src/platform/devices/gateway/gateway.ts': 'export const gateway = 1;\n',
  'server/src/platform/devices/testing/gateway-for-tests.ts': 'export const gateway = 1;\n',
  'server/src/integrations/payments/payments.ts': 'export const pay = 1;\n',
  'server/src/integrations/alarm-hub/alarm-hub.ts': 'export const hub = 1;\n',
  'server/src/features/devices/devices.port.ts': 'export type DevicesPort = { find: () => void };\n',
  'server/src/features/devices/devices.service.ts': 'export const devices = 1;\n',
  'server/src/features/companies/companies.port.ts': 'export const companies = 1;\n',
  'server/src/features/ping/ping.service.ts': 'export const ping = 1;\n',
  'server/src/features/ping/ping.store.ts': 'export const rows = 1;\n',
  'server/src/features/ping/ping.policy.ts': 'export const mayPing = true;\n',
  'server/src/testing/portal.ts': 'export const portal = 1;\n',
  'simulator/src/tracker.ts': 'export const tracker = 1;\n',
  'stand-ins/src/payments/stand-in.ts': 'export const shop = 1;\n',
  'equipment/src/browser.ts': 'export const browser = 1;\n',
  'web/src/lib/api.ts': 'export const api = 1;\n',
  'web/src/pages/home.tsx': 'export const home = 1;\n',
  'web/src/ui/button.tsx': 'export const button = 1;\n',
  'web/src/features/devices/devices-list.tsx': 'export const list = 1;\n',
  'web/src/features/ping/ping-button.tsx': 'export const pingButton = 1;\n',
  'bench/src/load.ts': 'export const load = 1;\n',
};

async function failuresOf(files: Record<string, string>): Promise<string[]> {
  fixture = createFixture({ ...BASE_FILES, ...files });
  const { failures } = await checkBoundaries(fixture.root);
  return failures;
}

/** `time` of `@trace/contract/kernel/time` and of `… → contract/src/kernel/time.ts`. */
const lastNameOf = (path: string): string =>
  path
    .split(/[/:\s]/)
    .at(-1)!
    .replace(/\.tsx?$/, '');

const FORBIDDEN: [rule: string, from: string, specifier: string][] = [
  ['stand-ins-import-no-product-code', 'stand-ins/src/payments/ledger.ts', '@trace/contract/kernel/time'],
  [
    'stand-ins-are-for-tests-and-the-demo',
    'server/src/features/ping/ping.feature.ts',
    '@trace/stand-ins/payments/stand-in',
  ],
  ['contract-imports-no-workspace', 'contract/src/ping/ping.schema.ts', 'kysely'],
  ['contract-imports-no-workspace', 'contract/src/ping/ping.schema.ts', '../../../server/src/app.ts'],
  ['contract-imports-no-workspace', 'contract/src/ping/ping.schema.ts', 'node:fs'],
  ['contract-tests-know-no-room', 'contract/src/ping/ping.rules.test.ts', '../../../simulator/src/tracker.ts'],
  ['rules-are-pure', 'contract/src/ping/ping.more.rules.ts', 'zod'],
  ['platform-stands-below', 'server/src/platform/log/log.ts', '#features/ping/ping.service'],
  ['platform-stands-below', 'server/src/platform/log/log.ts', '../../config/config.ts'],
  ['integrations-stand-alone', 'server/src/integrations/payments/stripe.ts', '../alarm-hub/alarm-hub.ts'],
  ['only-composers-know-all-features', 'server/src/main.ts', '#features/ping/ping.service'],
  ['composer-takes-plugs-and-ports', 'server/src/features.ts', './features/ping/ping.service.ts'],
  ['composer-takes-plugs-and-ports', 'server/src/device-features.ts', './features/ping/ping.service.ts'],
  ['testing-is-for-tests', 'server/src/features/ping/ping.feature.ts', '#testing/portal'],
  ['testing-is-for-tests', 'server/src/platform/log/log.ts', '#platform/devices/testing/gateway-for-tests'],
  ['sql-stays-in-stores', 'server/src/features/ping/ping.feature.ts', 'kysely'],
  ['sql-stays-in-stores', 'server/src/features/ping/ping.service.ts', 'pg'],
  ['sql-stays-in-stores', 'server/src/platform/http/server.ts', 'pg'],
  ['identity-stays-in-auth', 'server/src/platform/http/session.ts', 'better-auth/api'],
  ['features-stand-below-app', 'server/src/features/ping/ping.feature.ts', '#server/app'],
  ['features-stand-below-app', 'server/src/features/ping/ping.feature.ts', '#server/device-features'],
  ['settings-reach-plugs-only', 'server/src/features/ping/ping.service.ts', '#server/config/config'],
  ['settings-reach-plugs-only', 'server/src/features/ping/ping.service.ts', '#server/config/config-devices'],
  ['features-get-the-database-injected', 'server/src/features/ping/ping.service.ts', '#platform/db/database'],
  ['policies-are-pure', 'server/src/features/ping/ping.policy.ts', '#platform/clock/clock'],
  ['policies-are-pure', 'server/src/features/ping/ping.policy.ts', './ping.store.ts'],
  ['policies-run-nothing-else', 'server/src/features/ping/ping.policy.ts', '#platform/actor/actor'],
  ['policies-run-nothing-else', 'server/src/features/ping/ping.policy.ts', '#features/devices/devices.port'],
  ['ports-of-ping', 'server/src/features/ping/ping.policy.ts', '#features/companies/companies.port'],
  ['services-know-no-door', 'server/src/features/ping/ping.service.ts', '#platform/http/server'],
  ['services-know-no-door', 'server/src/features/ping/ping.service.ts', '#platform/devices/gateway/gateway'],
  ['services-speak-no-protocol', 'server/src/features/ping/ping.service.ts', 'fastify'],
  ['services-speak-no-protocol', 'server/src/features/ping/ping.service.ts', 'mqtt-packet'],
  ['stores-stand-below-services', 'server/src/features/ping/ping.store.ts', './ping.service.ts'],
  ['stores-hold-sql-only', 'server/src/features/ping/ping.store.ts', '#features/devices/devices.port'],
  ['stores-hold-sql-only', 'server/src/features/ping/ping.store.ts', '#platform/http/server'],
  ['edges-call-their-service', 'server/src/features/ping/ping.routes.ts', './ping.store.ts'],
  ['edges-call-their-service', 'server/src/features/ping/ping.device.ts', './ping.policy.ts'],
  ['edges-call-their-service', 'server/src/features/ping/ping.jobs.ts', '#features/devices/devices.port'],
  ['ports-of-ping', 'server/src/features/ping/ping.service.ts', '#features/devices/devices.service'],
  ['ports-of-ping', 'server/src/features/ping/ping.service.ts', '#features/companies/companies.port'],
  ['ports-of-ping', 'server/src/features/ping/ping.test.ts', '#features/devices/devices.service'],
  ['ports-of-audit', 'server/src/features/audit/audit.service.ts', '#features/devices/devices.port'],
  ['server-knows-no-other-room', 'server/src/main.ts', '../../web/src/lib/api.ts'],
  ['server-simulates-in-tests-only', 'server/src/main.ts', '@trace/simulator/tracker'],
  ['web-knows-no-other-room', 'web/src/lib/api.ts', '@trace/simulator/tracker'],
  ['equipment-is-for-tests', 'web/src/lib/api.ts', '@trace/equipment/browser'],
  ['equipment-is-for-tests', 'server/src/main.ts', '@trace/equipment/browser'],
  ['equipment-imports-no-product-code', 'equipment/src/browser.ts', '@trace/simulator/tracker'],
  ['web-features-meet-on-pages', 'web/src/features/ping/ping-button.tsx', '#features/devices/devices-list.tsx'],
  ['web-features-stand-below-pages', 'web/src/features/ping/ping-button.tsx', '#pages/home.tsx'],
  ['kit-and-lib-know-no-feature', 'web/src/ui/button.tsx', '#features/ping/ping-button.tsx'],
  ['kit-and-lib-know-no-feature', 'web/src/lib/api.ts', '#features/ping/ping-button.tsx'],
  ['maps-behind-one-door', 'web/src/features/ping/ping-button.tsx', 'maplibre-gl'],
  ['maps-behind-one-door', 'web/src/ui/button.tsx', '@vis.gl/react-google-maps'],
  ['simulator-imports-no-product-code', 'simulator/src/tracker.ts', '../../server/src/app.ts'],
  ['e2e-imports-no-product-code', 'e2e/stories/ping.story.ts', '../../web/src/lib/api.ts'],
  ['bench-imports-no-product-code', 'bench/src/load.ts', '../../server/src/app.ts'],
  ['tools-import-no-product-code', 'tools/src/x.ts', '../../contract/src/kernel/time.ts'],
  ['own-imports-resolve', 'server/src/main.ts', '#platform/nowhere'],
];

describe('forbidden imports', () => {
  let failures: string[];
  beforeAll(async () => {
    // Reading the files takes a fifth of a second, so that all imports are read at once.
    const files: Record<string, string> = {};
    for (const [at, [, from, specifier]] of FORBIDDEN.entries())
      files[from] = `${files[from] ?? ''}import * as it${at} from '${specifier}';\nexport const used${at} = it${at};\n`;
    failures = await failuresOf(files);
  });

  test.each(FORBIDDEN)('%s: %s may not import %s', (rule, from, specifier) => {
    const imported = failures
      .filter((failure) => failure.startsWith(`${from} → `) && failure.includes(`[${rule}]`))
      .map((failure) => failure.slice(0, failure.indexOf(' [')));
    expect(imported.filter((failure) => lastNameOf(failure) === lastNameOf(specifier))).toHaveLength(1);
  });
});

test('a repository that follows the import rules has no failure, and every file is read', async () => {
  fixture = createFixture({
    ...BASE_FILES,
    'contract/src/ping/ping.schema.ts': `import { z } from 'zod';\nexport const pingSchema = z.object({});\n`,
    'server/src/features/ping/ping.service.ts': `import type { Tx } from '#platform/db/database';
import { now } from '#platform/clock/clock';
import { perDay } from '@trace/contract/ping/ping.rules';
import type { DevicesPort } from '#features/devices/devices.port';
import { mayPing } from './ping.policy.ts';
import { rows } from './ping.store.ts';
export function ping(tx: Tx, devices: DevicesPort) { return [tx, devices, now(), perDay, mayPing, rows]; }\n`,
    'server/src/features/ping/ping.policy.ts': `import type { Actor } from '#platform/actor/actor';
import type { DevicesPort } from '#features/devices/devices.port';
export const mayPing = (actor: Actor, devices: DevicesPort) => [actor, devices];\n`,
    'server/src/features/ping/ping.store.ts': `import { sql } from 'kysely';
import { connect } from '#platform/db/database';
export const rows = [sql, connect];\n`,
    'server/src/features/ping/ping.routes.ts': `import { listen } from '#platform/http/server';
import { ping } from './ping.service.ts';
export const routes = [listen, ping];\n`,
    'server/src/features/ping/ping.feature.ts': `export * from './ping.routes.ts';\n`,
    'server/src/features/ping/ping.test.ts': `import { portal } from '#testing/portal';
import { tracker } from '@trace/simulator/tracker';
export const used = [portal, tracker];\n`,
    'server/src/testing/portal.ts': `import { app } from '../app.ts';\nexport const portal = app;\n`,
    'server/src/features.ts': `import * as ping from './features/ping/ping.feature.ts';\nexport const app = ping;\n`,
    'web/src/ui/map/map.tsx': `import maplibre from 'maplibre-gl';\nexport const map = maplibre;\n`,
    'bench/src/load.ts': `import { tracker } from '@trace/simulator/tracker';\nexport const load = tracker;\n`,
  });
  const report = await checkBoundaries(fixture.root);
  expect(report.failures).toEqual([]);
  expect(report.sourceCount).toBe(Object.keys(BASE_FILES).length + 5);
  expect(report.importCount).toBe(20);
});

test('an import of a type together with a value of the database counts as a value', async () => {
  const failures = await failuresOf({
    'server/src/features/ping/ping.service.ts': `import { connect, type Tx } from '#platform/db/database';
export const used = (tx: Tx) => [tx, connect];\n`,
  });
  expect(failures.join('\n')).toContain('[features-get-the-database-injected]');
});

test.each([
  ['a re-export', `export { companies } from '#features/companies/companies.port';`],
  ['a type', `import type { companies } from '#features/companies/companies.port';\nexport type X = typeof companies;`],
  ['a dynamic import', `export const late = () => import('#features/companies/companies.port');`],
])('%s is an import too', async (_kind, text) => {
  const failures = await failuresOf({ 'server/src/features/ping/ping.feature.ts': `${text}\n` });
  expect(failures.join('\n')).toContain('[ports-of-ping]');
});

test('a component with markup and generics is read like any other file', async () => {
  const failures = await failuresOf({
    'web/src/ui/list.tsx': `import { pingButton } from '#features/ping/ping-button.tsx';
export function List<T extends { id: string }>({ items, render }: { items: readonly T[]; render: (item: T) => string }) {
  const first = items[0] satisfies T | undefined;
  return <ul title={first?.id}>{items.map((item) => <li key={item.id}>{render(item)} {pingButton}</li>)}</ul>;
}\n`,
  });
  expect(failures).toEqual([expect.stringContaining('[kit-and-lib-know-no-feature]')]);
});

test('recognises an installed package by name, wherever its files are', async () => {
  const failures = await failuresOf({
    'node_modules/kysely/package.json': `{ "name": "kysely", "version": "1.0.0", "main": "dist/index.js" }`,
    'node_modules/kysely/dist/index.js': 'module.exports = {};\n',
    'server/src/features/ping/ping.routes.ts': `import { sql } from 'kysely';\nexport const used = sql;\n`,
  });
  expect(failures).toEqual([expect.stringContaining('[sql-stays-in-stores]')]);
});

test('two files that import each other are a cycle', async () => {
  const failures = await failuresOf({
    'web/src/lib/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
    'web/src/lib/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
  });
  expect(failures.join('\n')).toContain('[no-cycles]');
});

test('two platform folders that import each other are a cycle, even without a cycle between files', async () => {
  const failures = await failuresOf({
    'server/src/platform/clock/timer.ts': `import { listen } from '#platform/http/server';\nexport const timer = listen;\n`,
    'server/src/platform/http/date.ts': `import { now } from '#platform/clock/clock';\nexport const date = now;\n`,
  });
  expect(failures.join('\n')).toContain('[platform-folders-without-cycles]');
});

test('a source file that was not read is a failure', async () => {
  const failures = await failuresOf({ 'web/dist/left-over.ts': 'export const x = 1;\n' });
  expect(failures).toEqual([expect.stringMatching(/^web\/dist\/left-over\.ts: not read/)]);
});
