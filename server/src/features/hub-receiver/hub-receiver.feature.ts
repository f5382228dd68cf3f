// Alarm hubs that report directly by SIA DC-09 over TCP and UDP: their accounts, frames and supervision.
// Serves the user and the installer of a device. An alarm is stored before its hub gets the acknowledgement.
// Row PANIC-05.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { AlertCausesPort } from '#features/alerts/alerts.port';
import type { DeviceHooksPort, DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { PanicPort } from '#features/panic/panic.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { openHubListeners, type HubListeners } from '#platform/dc09/hub-listeners';
import type { Feature } from '#platform/feature/feature';
import type { PartsHealth } from '#platform/health/parts-health';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import type { Registry } from 'prom-client';
import { deleteOldFrames } from './frames/hub-receiver.frames.store.ts';
import { createIntake } from './frames/hub-receiver.intake.service.ts';
import { createFrameMetrics } from './frames/hub-receiver.metrics.service.ts';
import { followProven } from './frames/hub-receiver.proven.service.ts';
import { createRecording } from './frames/hub-receiver.recording.service.ts';
import { createRefusals } from './frames/hub-receiver.refusals.service.ts';
import { createSenders } from './frames/hub-receiver.sender.service.ts';
import { hubReceiverPersonData } from './hub-receiver.person-data.service.ts';
import type { HubReceiverPort } from './hub-receiver.port.ts';
import { hubReceiverRoutes } from './hub-receiver.routes.ts';
import { createSettings } from './settings/hub-receiver.settings.service.ts';
import { createSuccession } from './settings/hub-receiver.succession.service.ts';
import { createReports } from './supervision/hub-receiver.reports.service.ts';
import { watchHubs } from './supervision/hub-receiver.supervision.service.ts';

export interface HubReceiverDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Registry;
  mail: Mail;
  secrets: Secrets;
  portalUrl(): string;
  people: PeoplePort;
  devices: DevicesPort;
  deviceHooks: Pick<DeviceHooksPort, 'onRemove' | 'onReplace' | 'onUnassign'>;
  hubs: Pick<HubsPort, 'linkOf' | 'devicesOfHub'>;
  alerts: AlertCausesPort;
  panic: PanicPort;
  parts: PartsHealth;
  /** Null: hubs are not received. A public host of null is the host of the portal, a public port of null is `port`. */
  listen: { host: string; port: number; publicHost: string | null; publicPort: number | null } | null;
  mostConnections: number;
}

/** A stranger who opens connections must not displace hubs. Hubs of one mobile network may share an address. */
const LIMITS = { maxUnprovenPerNetwork: 200, maxPerAccount: 4, unprovenMs: MINUTE_MS };

export function createHubReceiverFeature(
  dependencies: HubReceiverDependencies,
): Feature & { readonly port: HubReceiverPort } {
  const { clock, metrics, deviceHooks, parts, listen, portalUrl } = dependencies;
  if (listen === null) parts.switchOff('hubReceiver');
  let listeners: HubListeners | undefined;
  const listensOn = (): number | null => listeners?.port ?? null;
  const settings = createSettings({
    ...dependencies,
    address: () => {
      if (listen === null) return null;
      const { publicHost, publicPort, port } = listen;
      return { host: publicHost ?? new URL(portalUrl()).hostname, port: publicPort ?? listensOn() ?? port };
    },
  });
  // A frame locks the account before its incident.
  deviceHooks.onReplace(settings.move, { isFirst: true });
  const succession = createSuccession(dependencies);
  deviceHooks.onUnassign(succession.release, { isFirst: true });
  deviceHooks.onRemove(succession.leave);

  const start = async (to: NonNullable<typeof listen>) => {
    const { count } = createFrameMetrics(metrics, () => listeners?.connections() ?? { open: 0, unproven: 0 });
    const { proven, stop: stopFollowing } = await followProven(dependencies);
    const handle = createIntake({
      ...dependencies,
      proven,
      identify: createSenders(dependencies),
      record: createRecording(dependencies),
      saveReport: createReports(dependencies),
      refusals: createRefusals(dependencies),
      calls: parts.callsOf('hubReceiver'),
      count,
    });
    const limits = { ...LIMITS, maxConnections: dependencies.mostConnections };
    listeners = await openHubListeners({ ...to, limits, clock, handle });
    const stopWatching = watchHubs(dependencies);
    return async () => {
      stopFollowing();
      stopWatching();
      await listeners?.close();
    };
  };

  return {
    name: 'hub-receiver',
    port: { listensOn },
    routes: hubReceiverRoutes(settings),
    personData: hubReceiverPersonData(dependencies),
    retention: [{ kind: 'hubFrames', take: deleteOldFrames }],
    ...(listen === null ? {} : { start: () => start(listen) }),
  };
}
