/**
 * The one list of features and of who may use whose port.
 * Names: contract/src/<name>, server/src/features/<name>, web/src/features/<name>.
 * A feature that is missing as a key of `PORTS` uses no port: it talks by events, or meets others on a page.
 */
export const FEATURES = [
  'auth',
  'accounts',
  'certification',
  'companies',
  'devices',
  'device-setup',
  'device-status',
  'device-commands',
  'device-health',
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
  'tickets',
  'notifications',
  'alerts',
  'analytics',
  'panic',
  'phones',
  'retention',
  'operations',
] as const;

export type Feature = (typeof FEATURES)[number];

export const PORTS: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  auth: ['certification', 'companies'],
  accounts: ['auth'],
  'support-staff': ['auth'],
  devices: ['certification', 'companies'],
  'device-commands': ['devices'],
  'device-status': ['devices', 'device-commands'],
  firmware: ['devices', 'device-commands'],
  'device-setup': ['devices', 'hubs', 'device-commands'],
  'location-access': ['devices'],
  'device-health': ['devices'],
  ping: ['devices', 'device-status', 'device-commands', 'subscription', 'location-access'],
  tracking: ['devices', 'device-commands', 'subscription', 'ping', 'location-access'],
  tickets: ['devices', 'device-status', 'device-health'],
  alerts: ['devices', 'device-status', 'device-health', 'hubs'],
  panic: ['hubs', 'devices', 'ping', 'alerts'],
  analytics: ['devices', 'ping', 'tickets', 'activity'],
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

/** The names along a circle of `edges`, or undefined when there is none. */
export function findCircle(edges: Readonly<Partial<Record<string, readonly string[]>>>): string[] | undefined {
  const cleared = new Set<string>();

  function walk(name: string, path: readonly string[]): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (cleared.has(name)) return undefined;
    for (const next of edges[name] ?? []) {
      const circle = walk(next, [...path, name]);
      if (circle) return circle;
    }
    cleared.add(name);
    return undefined;
  }

  for (const name of Object.keys(edges)) {
    const circle = walk(name, []);
    if (circle) return circle;
  }
  return undefined;
}
