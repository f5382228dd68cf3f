import { forbid, packages, TEST, TESTING, type BoundaryRule } from './boundary-rule.ts';
import { FEATURES, portsOf, type Feature } from '../feature-map.ts';
import { contract, everywhere, rooms } from './room-rules.ts';

/** Rules that allow type-only imports (`import type`), because a type has no run-time code. */
export const TYPES_MAY_PASS: ReadonlySet<string> = new Set([
  'features-get-the-database-injected',
  'policies-run-nothing-else',
  'services-know-no-door',
  'stores-stand-below-services',
]);

const FEATURE_FOLDER = '^server/src/features/([^/]+)/';
/** Files that build the features and give each the ports of others, and the options of these files. */
const FEATURE_BUILDERS = ['^server/src/(?:features|feature-options)\\.ts$', '^server/src/[a-z]+-features\\.ts$'];
const SQL_PLACES = [
  'audit',
  'backup',
  'bus',
  'clock',
  'db',
  'devices/identity',
  'files',
  'jobs',
  'mail',
  'push',
  'secrets',
];
const POLICY_TYPES = ['^server/src/platform/actor/', '^server/src/features/[^/]+/[^/]+\\.port\\.ts$'];
const SQL_FILES = ['devices/registry\\.ts'];

const SQL_PACKAGES = packages('kysely', 'pg', 'pg-copy-streams', 'pg-cursor');
const HTTP_PACKAGES = packages('fastify', '@fastify', 'fastify-type-provider-zod');
const MQTT_PACKAGES = packages('mqtt', 'mqtt-packet', 'aedes');
/** Pure functions with an order that has many special cases. */
const PURE_PACKAGES = packages('semver', '@types/semver');
const MAP_PACKAGES = packages('maplibre-gl', 'pmtiles', '@vis\\.gl/react-google-maps');

export function boundaryRules(): BoundaryRule[] {
  return [
    ...everywhere(),
    ...rooms(),
    ...contract(),
    ...serverLayers(),
    ...featureRoles(),
    ...FEATURES.map(isolation),
    ...web(),
  ];
}

function serverLayers(): BoundaryRule[] {
  const composers = [...FEATURE_BUILDERS, '^server/src/(?:cli|demo)/'];
  const sqlHolders = [
    '\\.store\\.ts$',
    TEST,
    ...TESTING,
    `^server/src/platform/(?:${SQL_PLACES.join('|')})/`,
    `^server/src/platform/(?:${SQL_FILES.join('|')})$`,
    // Prepare databases for benches and fault tests.
    '^server/src/cli/bench/',
  ];
  return [
    forbid(
      'platform-stands-below',
      'platform serves features and knows none of them, nor config, app or a vendor.',
      { path: '^server/src/platform/', pathNot: [TEST, ...TESTING] },
      { path: '^server/src/(?!platform/)' },
    ),
    forbid(
      'integrations-stand-alone',
      'One vendor, one folder: platform and contract, no feature and no other vendor.',
      { path: '^server/src/integrations/([^/]+)/', pathNot: TEST },
      { path: '^server/src/', pathNot: ['^server/src/integrations/$1/', '^server/src/platform/'] },
    ),
    forbid(
      'only-composers-know-all-features',
      'features.ts and x-features.ts build the features; cli, demo and testing stand beside it.',
      { path: '^server/src/', pathNot: ['^server/src/features/', ...composers, TEST, ...TESTING] },
      { path: '^server/src/features/' },
    ),
    forbid(
      'composer-takes-plugs-and-ports',
      'features.ts and x-features.ts take x.feature.ts and x.port.ts, not the inside of a feature.',
      { path: FEATURE_BUILDERS },
      { path: '^server/src/features/', pathNot: '\\.(?:feature|port)\\.ts$' },
    ),
    forbid(
      'testing-is-for-tests',
      'Product code must not import test code.',
      { path: '^server/src/', pathNot: [TEST, ...TESTING, '^server/src/demo/'] },
      { path: TESTING },
    ),
    forbid(
      'sql-stays-in-stores',
      `SQL stands in x.store.ts and in platform/{${SQL_PLACES.join(',')}}.`,
      { path: '^server/src/', pathNot: sqlHolders },
      { path: SQL_PACKAGES },
    ),
    forbid(
      'identity-stays-in-auth',
      'Only the feature auth may import better-auth.',
      { path: '^(?:server|web|contract)/', pathNot: '^server/src/features/auth/' },
      { path: packages('better-auth', '@better-auth') },
    ),
  ];
}

function featureRoles(): BoundaryRule[] {
  const storeMustNotReach = [
    '^server/src/features/(?!$1/)',
    '^server/src/integrations/',
    '^server/src/platform/(?:http|devices|stream|bus|jobs|mail|push)/',
  ];
  return [
    forbid(
      'features-stand-below-app',
      'app hands a feature what it needs; only the plug may name the type of the settings.',
      { path: FEATURE_FOLDER, pathNot: TEST },
      { path: [...FEATURE_BUILDERS, '^server/src/(?:app|main)\\.ts$', '^server/src/(?:cli|demo)/'] },
    ),
    forbid(
      'settings-reach-plugs-only',
      'x.feature.ts reads the settings and hands plain values on.',
      { path: FEATURE_FOLDER, pathNot: [TEST, '\\.feature\\.ts$'] },
      { path: '^server/src/config/' },
    ),
    forbid(
      'features-get-the-database-injected',
      'Only x.store.ts runs against the database; others may name its types to hand a transaction on.',
      { path: FEATURE_FOLDER, pathNot: [TEST, '\\.store\\.ts$'] },
      { path: '^server/src/platform/db/' },
    ),
    forbid(
      'policies-are-pure',
      'A policy answers from what it is given: contract and its own kind only.',
      { path: `${FEATURE_FOLDER}.*\\.(?:policy|rules)\\.ts$` },
      {
        pathNot: [
          '^contract/src/',
          ...POLICY_TYPES,
          PURE_PACKAGES,
          '^server/src/features/$1/.*\\.(?:policy|rules)\\.ts$',
        ],
      },
    ),
    forbid(
      'policies-run-nothing-else',
      'A policy may import actors and ports only as types.',
      { path: `${FEATURE_FOLDER}.*\\.(?:policy|rules)\\.ts$` },
      { path: POLICY_TYPES },
    ),
    forbid(
      'services-know-no-door',
      'A service decides. HTTP and MQTT belong to the edges, SQL to the store.',
      { path: `${FEATURE_FOLDER}.*\\.service\\.ts$` },
      {
        path: [
          '^server/src/platform/(?:http|devices(?!/identity/))/',
          '^server/src/features/$1/.*\\.(?:feature|routes|device|jobs)\\.ts$',
        ],
      },
    ),
    forbid(
      'services-speak-no-protocol',
      'Not even the types of HTTP and MQTT reach a service.',
      { path: `${FEATURE_FOLDER}.*\\.service\\.ts$` },
      { path: [HTTP_PACKAGES, MQTT_PACKAGES] },
    ),
    forbid(
      'stores-hold-sql-only',
      'A store knows the database and nothing above it.',
      { path: `${FEATURE_FOLDER}.*\\.store\\.ts$` },
      { path: [...storeMustNotReach, HTTP_PACKAGES, MQTT_PACKAGES] },
    ),
    forbid(
      'stores-stand-below-services',
      'A store may import these files only as types.',
      { path: `${FEATURE_FOLDER}.*\\.store\\.ts$` },
      {
        path: '^server/src/features/$1/.*\\.(?:feature|routes|device|jobs|service|policy|events|port)\\.ts$',
      },
    ),
    forbid(
      'edges-call-their-service',
      'routes, device and jobs translate and call their own service: no store, no policy, no other feature.',
      { path: `${FEATURE_FOLDER}.*\\.(?:routes|device|jobs)\\.ts$` },
      {
        path: '^server/src/features/',
        pathNot: '^server/src/features/$1/.*\\.(?:service|events|rules|texts|stream|routes|device|jobs)\\.ts$',
      },
    ),
  ];
}

/** `feature` may reach another feature only through a port that the map assigns. */
function isolation(feature: Feature): BoundaryRule {
  const ports = portsOf(feature);
  const allowed = ports.map((name) => `^server/src/features/${name}/${name}\\.port\\.ts$`);
  const words = ports.length === 0 ? 'no port' : `the ports of ${ports.join(', ')}`;
  return forbid(
    `ports-of-${feature}`,
    `By the feature map ${feature} may use ${words}; else events.`,
    { path: `^server/src/features/${feature}/` },
    { path: '^server/src/features/', pathNot: [`^server/src/features/${feature}/`, ...allowed] },
  );
}

function web(): BoundaryRule[] {
  return [
    forbid(
      'web-features-meet-on-pages',
      'A web feature knows contract, ui and lib; pages compose.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'web-features-stand-below-pages',
      'A page uses features, never the other way round.',
      { path: '^web/src/features/', pathNot: TEST },
      { path: '^web/src/(?:pages|shell)/|^web/src/(?:main|router)\\.tsx$' },
    ),
    forbid(
      'kit-and-lib-know-no-feature',
      'ui and lib serve every feature and know none.',
      { path: '^web/src/(?:ui|lib)/', pathNot: TEST },
      { path: '^web/src/(?:features|pages|shell)/|^web/src/(?:main|router)\\.tsx$' },
    ),
    forbid(
      'maps-behind-one-door',
      'Only ui/map knows a map library.',
      { path: '^web/src/', pathNot: '^web/src/ui/map/' },
      { path: MAP_PACKAGES },
    ),
    forbid(
      'web-testing-is-for-tests',
      'Product code must not import test code.',
      { path: '^web/src/', pathNot: [TEST, '^web/src/testing/'] },
      { path: '^web/src/testing/' },
    ),
  ];
}
