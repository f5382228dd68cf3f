import { expect, test } from 'vitest';
import { checkFeatureNames } from './feature-names.ts';

test.each([
  'contract/src/kernel/errors.ts',
  'contract/src/device-protocol/topics.ts',
  'contract/src/ping/ping.rules.ts',
  'contract/src/ping/ping.rules.test.ts',
  'server/src/features/devices/devices.certificates.service.ts',
  'server/src/features/device-setup/device-setup.routes.ts',
  'server/src/features/ping/ping.test.ts',
  'server/src/features/ping/ping.quota.test.ts',
  'server/src/platform/http/server.ts',
  'server/migrations/0001-devices.sql',
  'web/src/features/ping/ping.queries.ts',
  'web/src/features/ping/ping-button.tsx',
  'web/src/features/ping/ping-button.module.css',
  'web/src/features/ping/ping-button.test.tsx',
  'web/src/ui/age.tsx',
  'docs/Anything Goes.md',
])('%s is well named', (file) => {
  expect(checkFeatureNames([file])).toEqual([]);
});

test.each([
  ['contract/src/pings/pings.rules.ts', 'no feature on the map'],
  ['contract/src/index.ts', "must be inside a feature's folder"],
  ['contract/src/ping/ping.service.ts', 'role one of schema'],
  ['contract/src/ping/rules.ts', "starts with the feature's name"],
  ['server/src/features/geofence/geofence.service.ts', 'no feature on the map'],
  ['server/src/features/ping/ping.ts', 'role one of feature'],
  ['server/src/features/ping/ping-service.ts', "starts with the feature's name"],
  ['server/src/features/ping/ping.a.b.service.ts', 'role one of feature'],
  ['server/src/features/ping/ping.stuff.ts', 'role one of feature'],
  ['server/src/features/ping/parts/more/ping.service.ts', 'one level of subjects'],
  ['server/src/features/ping/ping/ping.service.ts', 'repeats the name'],
  ['server/src/features/ping/devices.service.ts', "starts with the feature's name"],
  ['server/src/features/device/device.service.ts', 'no feature on the map'],
  ['web/src/features/ping/button.tsx', "starts with the feature's name"],
  ['web/src/features/ping/ping.service.ts', 'ping-<thing>.tsx'],
  ['web/src/features/ping/PingButton.tsx', 'kebab-case'],
  ['server/src/platform/http/requestId.ts', 'kebab-case'],
  ['web/src/lib/date-utils.ts', "'utils' is too vague"],
  ['simulator/src/common/tracker.ts', "'common' is too vague"],
])('%s is refused: %s', (file, rule) => {
  expect(checkFeatureNames([file])).toEqual([expect.stringContaining(`${file}: `)]);
  expect(checkFeatureNames([file])[0]).toContain(rule);
});
