import { afterEach, expect, test } from 'vitest';
import { checkFeatureWiring, WIRING_FILE } from './feature-wiring.ts';
import { createFixture, type Fixture } from '../fixture.ts';
import { ROOT } from '../repository.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

function wiringOf(ping: string) {
  fixture = createFixture({
    [WIRING_FILE]: `
      const people = add(createPeopleFeature(platform));
      const devices = add(createDevicesFeature({ ...platform, people: people.port }));
      const tickets = add(createTicketsFeature({ ...platform, devices: devices.port }));
      add(createPingFeature(${ping}));`,
  });
  return checkFeatureWiring(fixture.root);
}

test('accepts the ports that the map names', () => {
  expect(wiringOf('{ ...platform, devices: devices.port }')).toEqual({ failures: [], callCount: 3 });
});

test.each([
  ['a port', '{ ...platform, tickets: tickets.port }'],
  ['a closure', '{ ...platform, count: () => tickets.service.count() }'],
])('finds a call that is not on the map, through %s', (_form, given) => {
  expect(wiringOf(given).failures).toEqual([
    `${WIRING_FILE}: ping is given tickets, which the map does not name (tools/src/feature-map.ts)`,
  ]);
});

test('finds a call in the file of a group', () => {
  const file = 'server/src/device-features.ts';
  fixture = createFixture({
    [WIRING_FILE]: 'const tickets = createTicketsFeature(platform);',
    [file]: 'createPingFeature({ ...platform, tickets: tickets.port });',
  });
  expect(checkFeatureWiring(fixture.root).failures).toEqual([
    `${file}: ping is given tickets, which the map does not name (tools/src/feature-map.ts)`,
  ]);
});

test('fails when no feature is built in the file', () => {
  fixture = createFixture({ [WIRING_FILE]: 'export const features = [];\n' });
  expect(checkFeatureWiring(fixture.root).failures).toHaveLength(1);
});

test('the wiring of this product is on the map', () => {
  const { failures, callCount } = checkFeatureWiring(ROOT);
  expect(failures).toEqual([]);
  expect(callCount).toBeGreaterThan(40);
});
