import { done } from '@trace/contract/kernel/endpoint';
import type { Person } from '@trace/contract/auth/auth.schema';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { listDevices } from '@trace/contract/devices/devices.api';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { getMapStyle } from '@trace/contract/maps/maps.api';
import {
  getPing,
  getPingQuota,
  listOwnPings,
  listPings,
  listPingWaits,
  pingDevice,
} from '@trace/contract/ping/ping.api';
import type { PingLocation, PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import { USUAL_PRICE } from '@trace/contract/subscription/subscription.rules';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { getPath, listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { packPath, type Path } from '@trace/contract/tracking/tracking.path.rules';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { noContacts, servePanicContacts } from './fake-server-panic-contacts.ts';
import { noAlerts, serveAlerts, type AlertsWorld } from './people/fake-server-alerts.ts';
import { nobodyLooks, serveAccess, type AccessWorld } from './people/fake-server-access.ts';
import { plainAccount, serveAccounts, type AccountsWorld } from './people/fake-server-accounts.ts';
import { nothingElse, serveBelonging, type BelongingWorld } from './people/fake-server-belonging.ts';
import { nobodyCertified, serveCertification, type CertificationWorld } from './devices/fake-server-certification.ts';
import { nobodysCompany, serveCompanies, type CompaniesWorld } from './people/fake-server-companies.ts';
import { quietQuarter, serveHistory, type HistoryWorld } from './devices/fake-server-history.ts';
import { busyOverview, serveOverview } from './fake-server-overview.ts';
import { noReceipts, servePlans, type PlansWorld } from './people/fake-server-plans.ts';
import { plainSetup, serveSetup, type SetupWorld } from './devices/fake-server-setup.ts';
import { nobodySignsUp, serveSignUp, type SignUpWorld } from './people/fake-server-sign-up.ts';
import { serveNoFirmware } from './devices/fake-server-device-firmware.ts';
import { servePanic } from './fake-server-panic.ts';
import { samsTable, serveTable, type TableWorld } from './devices/fake-server-table.ts';
import { ago, aStatus, checkedOf } from './devices/fake-server-status.ts';
import { miasPlaces, servePlaces } from './devices/fake-server-places.ts';
import { noUpdates, serveUpdates, type UpdatesWorld } from './fake-server-updates.ts';
import { noFactors, serveFactors, type FactorWorld } from './people/fake-server-factors.ts';
import { serveSession } from './people/fake-server-session.ts';
import { refuse, startFakeServer, type FakeServer } from './fake-server.ts';

export const mia: Person = {
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a001',
  email: 'mia.novak@post.example',
  firstName: 'Mia',
  lastName: 'Novak',
  userType: 'user',
  timeZone: 'Australia/Sydney',
};

export const sam: Person = {
  ...mia,
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a002',
  email: 'sam@harbour-alarms.example',
  firstName: 'Sam',
  lastName: 'Okafor',
  userType: 'installer',
};

export function aDevice(serialNumber: string, name: string): Device {
  return {
    serialNumber,
    name,
    hubId: null,
    dateRegistered: ago(90_000),
    dateAssigned: ago(80_000),
    company: null,
    replacedBy: null,
  };
}

export function aPing(minutes: number, lat: number, lng: number, change: Partial<PingLocation> = {}): PingLocation {
  return {
    id: crypto.randomUUID(),
    serialNumber: 'Trace_4F21',
    deviceName: 'Work ute',
    lat,
    lng,
    accuracyM: 8,
    at: ago(minutes),
    fixAt: ago(minutes + 0.1),
    ...change,
  };
}

export function aPosition(id: string, change: Partial<Position> = {}): Position {
  const now = Date.now();
  return {
    serialNumber: 'Trace_4F21',
    id,
    fix: true,
    lat: -33.862,
    lng: 151.2093,
    speedMps: 8,
    courseDeg: 40,
    accuracyM: 6,
    at: now,
    receivedAt: now,
    source: 'live_gps',
    ...change,
  };
}

/** A drive from Wollongong to Sydney of the last hours, with a pause of 50 minutes. */
export function aPath(): Path {
  const places: [number, number, number][] = [
    [-34.4278, 150.8931, 190],
    [-34.33, 150.905, 180],
    [-34.21, 150.962, 165],
    [-34.1069, 150.9783, 150],
    [-34.0644, 151.0149, 100],
    [-33.9987, 151.0874, 84],
    [-33.9472, 151.1331, 66],
    [-33.9036, 151.1652, 48],
    [-33.8721, 151.1876, 30],
    [-33.862, 151.2093, 2],
  ];
  const now = Date.now();
  return {
    serialNumber: 'Trace_4F21',
    fromAt: now - 1_440 * MINUTE_MS,
    toAt: now,
    at: places.map(([, , minutes]) => now - minutes * MINUTE_MS),
    lat: places.map(([lat]) => lat),
    lng: places.map(([, lng]) => lng),
    pings: places.map((_, index) => index),
  };
}

/** The data of the fake server. A test can change the data while the page is open. */
export interface World {
  factors: FactorWorld;
  person: Person | null;
  devices: Device[];
  statuses: DeviceStatusView[];
  subscription: Subscription;
  plans: PlansWorld;
  used: number;
  pings: PingLocation[];
  waits: PingWait[];
  /** How pings that were asked for by their id ended. */
  ends: PingOutcome[];
  path: Path;
  positions: Position[];
  places: LastPlace[];
  updates: UpdatesWorld;
  access: AccessWorld;
  belonging: BelongingWorld;
  companies: CompaniesWorld;
  certification: CertificationWorld;
  signUp: SignUpWorld;
  accounts: AccountsWorld;
  setup: SetupWorld;
  table: TableWorld;
  overview: Overview;
  history: HistoryWorld;
  alerts: AlertsWorld;
  panicContacts: PanicContacts;
}

function miasWorld(): World {
  return {
    factors: noFactors(),
    person: { ...mia },
    devices: [aDevice('Trace_4F21', 'Work ute'), aDevice('Trace_4F6E', 'Boat'), aDevice('Trace_4D18', 'Caravan')],
    statuses: [
      aStatus('Trace_4F21'),
      aStatus('Trace_4F6E', {
        status: 'sleeping',
        sleepModeActive: true,
        sleepModeEnabled: true,
        lastSeen: ago(38),
        batteryPct: 61,
      }),
      aStatus('Trace_4D18', {
        status: 'offline',
        connectivity: false,
        network: 'disconnected',
        batteryPct: 4,
        lastSeen: ago(2_900),
      }),
    ],
    subscription: free,
    plans: noReceipts(),
    used: 27,
    pings: [
      aPing(2, -33.8412, 151.2103),
      aPing(31, -33.8721, 151.1876),
      aPing(48, -33.9036, 151.1652),
      aPing(72, -33.9472, 151.1331),
      aPing(101, -33.9987, 151.0874),
      aPing(115, -34.0331, 151.0522),
      aPing(143, -34.0644, 151.0149),
      aPing(168, -34.1069, 150.9783),
    ],
    waits: [],
    ends: [],
    path: aPath(),
    positions: [],
    places: miasPlaces(),
    updates: noUpdates(),
    access: nobodyLooks(),
    belonging: nothingElse(),
    companies: nobodysCompany(),
    certification: nobodyCertified(),
    signUp: nobodySignsUp(),
    accounts: plainAccount(),
    setup: plainSetup(),
    table: samsTable(),
    overview: busyOverview(),
    history: quietQuarter(),
    alerts: noAlerts(),
    panicContacts: noContacts(),
  };
}

export const free: Subscription = {
  subscribed: false,
  tier: 'free',
  endsAt: null,
  billing: 'off',
  renews: false,
  paymentTrouble: null,
  manageable: false,
  price: USUAL_PRICE,
};

export const premium: Subscription = { ...free, subscribed: true, tier: 'premium' };

/** Starts a fake server with Mia, three devices and the free plan. `change` overrides parts of the world. */
export function startWorld(change: Partial<World> = {}): { server: FakeServer; world: World } {
  const server = startFakeServer();
  const world = { ...miasWorld(), ...change };
  serveSession(server, world, [mia, sam]);
  serveDevices(server, world);
  servePings(server, world);
  serveTracking(server, world);
  servePlaces(server, world);
  serveCertification(server, world.certification);
  serveUpdates(server, world.updates);
  serveAccess(server, world.access);
  serveBelonging(server, world.belonging);
  serveCompanies(server, world.companies);
  serveSignUp(server, world.signUp);
  serveAccounts(server, world);
  serveFactors(server, world.factors);
  serveSetup(server, world.setup);
  serveTable(server, world);
  serveOverview(server, world);
  serveHistory(server, world);
  servePlans(server, world);
  serveAlerts(server, world.alerts);
  servePanicContacts(server, world);
  servePanic(server);
  serveNoFirmware(server);
  return { server, world };
}

function serveDevices(server: FakeServer, world: World): void {
  server.on(listDevices, () => ({ devices: world.devices, next: null }));
  server.on(listStatuses, () => ({ statuses: world.statuses }));
  server.on(getMapStyle, () => ({ provider: 'none' as const, styleUrl: null, darkStyleUrl: null, tilesUrl: null }));
  server.on(deviceStatusFunction, ({ body }) => {
    const status = world.statuses.find(({ serialNumber }) => serialNumber === body.serialNumber);
    if (!status) return refuse('not_found');
    return checkedOf(status);
  });
}

function servePings(server: FakeServer, world: World): void {
  server.on(getPingQuota, () => ({
    used: world.used,
    limit: world.subscription.subscribed ? null : 30,
    resetsAt: new Date(Date.now() + 859 * MINUTE_MS).toISOString(),
    timeZone: mia.timeZone,
  }));
  server.on(listPings, ({ params }) => ({
    locations: world.pings.filter(({ serialNumber }) => serialNumber === params.serial),
  }));
  server.on(listOwnPings, () => ({ locations: world.pings }));
  server.on(listPingWaits, () => ({ waits: world.waits }));
  server.on(getPing, ({ params }) => world.ends.find(({ id }) => id === params.id) ?? refuse('not_found'));
  server.on(pingDevice, ({ body }) => {
    world.used += 1;
    const location = aPing(0, -33.83, 151.22, { id: body.id });
    world.pings = [location, ...world.pings];
    return { outcome: 'located' as const, id: body.id, charged: true as const, location };
  });
}

function serveTracking(server: FakeServer, world: World): void {
  server.on(startLive, () => ({ outcome: 'tracking' as const, wasOn: false, intervalMs: 10_000 }));
  server.on(renewLive, () => ({ leased: true }));
  server.on(stopLive, () => done);
  server.on(getPath, () => packPath(world.path));
  server.on(listPositions, ({ query }) => ({
    positions: world.positions.filter(
      ({ id, receivedAt }) => receivedAt >= query.receivedSince && !query.known?.split(',').includes(id),
    ),
    complete: true,
    asOf: Date.now(),
  }));
}
