/**
 * The single list of features and of the ports that each may use, at compile time and at run time.
 * Names: contract/src/<name>, server/src/features/<name>, web/src/features/<name>.
 * A feature without a key in `PORTS` uses no port. Such a feature communicates by events or shares a page with others.
 */
export const FEATURES = [
  'people',
  'auth',
  'accounts',
  'certification',
  'companies',
  'devices',
  'device-setup',
  'device-status',
  'device-commands',
  'device-health',
  'offline-causes',
  'device-functions',
  'fleet',
  'hubs',
  'ping',
  'tracking',
  'location-access',
  'subscription',
  'firmware',
  'recent-updates',
  'maps',
  'activity',
  'audit',
  'support-staff',
  'support-desk',
  'tickets',
  'notifications',
  'alerts',
  'analytics',
  'panic',
  'panic-contacts',
  'hub-queue',
  'hub-receiver',
  'phones',
  'privacy',
  'retention',
  'operations',
] as const;

export type Feature = (typeof FEATURES)[number];

export const PORTS: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  certification: ['people'],
  companies: ['people', 'certification'],
  auth: ['people', 'certification', 'companies'],
  accounts: ['people', 'auth'],
  'support-staff': ['people', 'auth'],
  subscription: ['people'],
  devices: ['people', 'certification', 'companies'],
  'location-access': ['people', 'certification', 'companies', 'support-staff', 'devices'],
  'device-status': ['devices'],
  'device-health': ['device-status'],
  'device-commands': ['people', 'devices', 'device-status'],
  hubs: ['devices'],
  'device-setup': ['people', 'devices', 'hubs', 'device-commands'],
  firmware: [
    'people',
    'support-staff',
    'notifications',
    'devices',
    'device-status',
    'device-commands',
    'tracking',
    'panic',
  ],
  ping: ['devices', 'device-status', 'device-commands', 'subscription', 'location-access'],
  tracking: ['devices', 'device-commands', 'retention', 'subscription', 'ping', 'location-access'],
  'offline-causes': ['devices', 'device-status', 'device-health', 'hubs', 'tracking', 'recent-updates'],
  tickets: [
    'people',
    'support-staff',
    'subscription',
    'devices',
    'device-status',
    'device-health',
    'offline-causes',
    'location-access',
  ],
  alerts: ['people', 'devices', 'device-status', 'device-health', 'hubs', 'location-access'],
  fleet: ['people', 'certification', 'companies', 'devices', 'device-status', 'device-health', 'device-commands'],
  'device-functions': ['devices', 'device-status', 'device-setup', 'device-commands', 'ping', 'tracking'],
  'support-desk': ['people', 'subscription', 'device-status', 'device-health'],
  panic: [
    'people',
    'subscription',
    'support-staff',
    'devices',
    'device-commands',
    'device-health',
    'hubs',
    'location-access',
    'ping',
    'tracking',
    'alerts',
    'panic-contacts',
  ],
  'panic-contacts': ['people', 'subscription', 'alerts'],
  'hub-queue': ['hubs', 'panic'],
  phones: ['devices', 'device-status', 'ping', 'tracking'],
  'hub-receiver': ['people', 'devices', 'hubs', 'alerts', 'panic'],
  audit: ['people'],
  activity: ['people', 'devices'],
  retention: ['devices'],
  analytics: ['devices', 'device-status', 'ping', 'tracking', 'tickets', 'panic'],
  operations: ['hubs', 'hub-queue', 'alerts'],
};

/** Folders of contract/src that are no feature: words and shapes that several features share. */
export const CONTRACT_FOUNDATIONS = ['kernel', 'device-protocol'] as const;

export function isFeature(name: string): name is Feature {
  return FEATURES.some((feature) => feature === name);
}

/** The features whose ports `feature` may use, possibly none. */
export function portsOf(feature: Feature): readonly Feature[] {
  return PORTS[feature] ?? [];
}

/** The names along a cycle of `edges`, or undefined when there is none. */
export function findCycle(edges: Readonly<Partial<Record<string, readonly string[]>>>): string[] | undefined {
  const cleared = new Set<string>();

  function walk(name: string, path: readonly string[]): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (cleared.has(name)) return undefined;
    for (const next of edges[name] ?? []) {
      const cycle = walk(next, [...path, name]);
      if (cycle) return cycle;
    }
    cleared.add(name);
    return undefined;
  }

  for (const name of Object.keys(edges)) {
    const cycle = walk(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}
