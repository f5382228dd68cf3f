import { join } from 'node:path';
import { collectDefaultMetrics, Registry as MetricsRegistry } from 'prom-client';
import { createAccountsFeature } from '#features/accounts/accounts.feature';
import { createAlertsFeature } from '#features/alerts/alerts.feature';
import { createAuthFeature, type AuthFeatureOptions } from '#features/auth/auth.feature';
import { createCertificationFeature } from '#features/certification/certification.feature';
import { createCompaniesFeature } from '#features/companies/companies.feature';
import { createDeviceCommandsFeature } from '#features/device-commands/device-commands.feature';
import { createDeviceFunctionsFeature } from '#features/device-functions/device-functions.feature';
import { createDeviceHealthFeature } from '#features/device-health/device-health.feature';
import { createDeviceSetupFeature } from '#features/device-setup/device-setup.feature';
import { createDeviceStatusFeature } from '#features/device-status/device-status.feature';
import { createDevicesFeature } from '#features/devices/devices.feature';
import { createFleetFeature } from '#features/fleet/fleet.feature';
import { createHubsFeature } from '#features/hubs/hubs.feature';
import { createLocationAccessFeature } from '#features/location-access/location-access.feature';
import { createMapsFeature } from '#features/maps/maps.feature';
import { createPeopleFeature } from '#features/people/people.feature';
import { createPingFeature } from '#features/ping/ping.feature';
import { createRecentUpdatesFeature } from '#features/recent-updates/recent-updates.feature';
import { createSubscriptionFeature } from '#features/subscription/subscription.feature';
import { createTicketsFeature } from '#features/tickets/tickets.feature';
import { createTrackingFeature } from '#features/tracking/tracking.feature';
import { recordDenied } from '#platform/audit/audit';
import { createBus } from '#platform/bus/bus';
import { createOutbox } from '#platform/bus/outbox';
import type { Clock, Stop } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { createGateway } from '#platform/devices/gateway';
import { inOrder, type Feature } from '#platform/feature/feature';
import { createFiles } from '#platform/files/files';
import { createS3Files } from '#platform/files/s3-files';
import { createHttpServer, type HttpOptions } from '#platform/http/http-server';
import { addOperatorEdge, addRangedFile, isOperator } from '#platform/http/operator.edge';
import { createJobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import { createPush } from '#platform/push/push';
import type { Secrets } from '#platform/secrets/secrets';
import { readOpenFileLimit, shareOpenFiles } from '#platform/sockets/open-files';
import { addStreamEdge } from '#platform/stream/stream.edge';
import { createStreams } from '#platform/stream/streams';
import type { Config } from './config.ts';
import { createAlarmHubClient } from './integrations/alarm-hub/alarm-hub.client.ts';
import { createPaymentsClient } from './integrations/payments/payments.client.ts';

/** Version of the interface; the product's own. */
const VERSION = '0.1.0';

/** How many seconds' worth of messages a device may send at once, when its rate is configured. */
const BURST_SEC = 40;

export interface AppOptions {
  config: Config;
  /** An open, migrated database. */
  databaseUrl: string;
  schema?: string;
  clock: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Clock & { stop?: Stop }>;
  log: Log;
  secrets: Secrets;
  webDirectory: string | null;
  /** What a password's hash costs; tests pay less. */
  passwordCost?: AuthFeatureOptions['passwordCost'];
  /** More edges, for the demo world. */
  extend?: HttpOptions['extend'];
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Builds the platform and plugs the features in: the only file that knows them all. */
export async function createApp(options: AppOptions) {
  const { config, log, secrets } = options;
  const database = await openDatabase({
    url: options.databaseUrl,
    ...(options.schema ? { schema: options.schema } : {}),
    maxConnections: 16,
    log,
  });
  const clock = await options.clock(database);
  const metrics = new MetricsRegistry();
  collectDefaultMetrics({ register: metrics });
  const bus = createBus(log);
  const outbox = createOutbox({ database, clock, log });
  const jobs = createJobs({ database, clock, log });
  const mail = createMail({ database, jobs, transport: config.mail.smtpUrl, from: config.mail.from, clock, log });

  const features: Feature[] = [];
  const add = <Added extends Feature>(feature: Added): Added => {
    features.push(feature);
    return feature;
  };
  let url = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const portalUrl = (): string => url;
  const streams = createStreams({
    outbox,
    clock,
    log,
    liveSessions: (ids) => auth.port.liveSessions(ids),
    durableEvents: () => features.flatMap((feature) => feature.durableEvents ?? []),
  });
  const shared = { database, clock, log, bus, jobs, mail, secrets, streams, portalUrl };

  // Each feature is given the ports of features above it alone, as the map says (tools/src/feature-map.ts).
  const people = add(createPeopleFeature(shared));
  const certification = add(
    createCertificationFeature({ ...shared, people: people.port, trainingUrl: config.trainingUrl }),
  );
  const companies = add(
    createCompaniesFeature({
      ...shared,
      people: people.port,
      certification: certification.port,
      files: config.filesBucket
        ? createS3Files(config.filesBucket)
        : createFiles({ directory: join(config.dataDirectory, 'files') }),
    }),
  );
  const auth = add(
    createAuthFeature({
      ...shared,
      people: people.port,
      certification: certification.port,
      companies: companies.port,
      isSecure: config.publicUrl?.startsWith('https:') ?? false,
      isStaffSecondFactorRequired: config.staffSecondFactor,
      passwordCost: options.passwordCost,
    }),
  );
  const subscription = add(
    createSubscriptionFeature({
      ...shared,
      people: people.port,
      metrics,
      payments: config.payments === null ? null : createPaymentsClient({ ...config.payments, clock }),
    }),
  );
  const devices = add(
    createDevicesFeature({
      ...shared,
      people: people.port,
      certification: certification.port,
      companies: companies.port,
      enrolment: () => gateway,
    }),
  );
  const locationAccess = add(
    createLocationAccessFeature({
      ...shared,
      people: people.port,
      companies: companies.port,
      devices: devices.port,
      deviceHooks: devices.hooks,
    }),
  );
  const deviceStatus = add(createDeviceStatusFeature({ ...shared, metrics, devices: devices.port }));
  const commands = add(
    createDeviceCommandsFeature({
      ...shared,
      people: people.port,
      devices: devices.port,
      deviceHooks: devices.hooks,
      deviceStatus: deviceStatus.port,
      line: () => gateway,
    }),
  );
  const hubs = add(
    createHubsFeature({
      ...shared,
      devices: devices.port,
      service: config.alarmHub === null ? null : createAlarmHubClient({ ...config.alarmHub, clock }),
    }),
  );
  const deviceSetup = add(
    createDeviceSetupFeature({
      ...shared,
      people: people.port,
      devices: devices.port,
      deviceHooks: devices.hooks,
      deviceHubs: devices.hubs,
      hubs: hubs.port,
      commands: commands.port,
    }),
  );
  const ping = add(
    createPingFeature({
      ...shared,
      devices: devices.port,
      deviceStatus: deviceStatus.port,
      commands: commands.port,
      subscription: subscription.port,
      access: locationAccess.port,
    }),
  );
  const tracking = add(
    createTrackingFeature({
      ...shared,
      devices: devices.port,
      ping: ping.port,
      subscription: subscription.port,
      commands: commands.port,
      access: locationAccess.port,
    }),
  );
  const deviceHealth = add(createDeviceHealthFeature({ ...shared, metrics }));
  add(
    createAlertsFeature({
      ...shared,
      people: people.port,
      devices: devices.port,
      deviceStatus: deviceStatus.port,
      deviceHealth: deviceHealth.port,
      hubs: hubs.port,
      push: createPush({
        database,
        secrets,
        keys: config.push.keys,
        contact: () => (url.startsWith('https:') ? url : `mailto:${addressIn(config.mail.from)}`),
        standIn: config.push.standIn,
      }),
      isListening: () => gateway.isOpen(),
    }),
  );
  add(
    createTicketsFeature({
      ...shared,
      devices: devices.port,
      deviceStatus: deviceStatus.port,
      deviceHealth: deviceHealth.port,
      supportEmail: config.mail.supportEmail,
    }),
  );
  add(
    createFleetFeature({
      ...shared,
      people: people.port,
      certification: certification.port,
      companies: companies.port,
      devices: devices.port,
      deviceStatus: deviceStatus.port,
      deviceHealth: deviceHealth.port,
      commands: commands.monitor,
      isGatewayOpen: () => gateway.isOpen(),
      isWorking: () => jobs.isWorking(),
    }),
  );
  add(
    createDeviceFunctionsFeature({
      clock,
      devices: devices.service,
      deviceStatus: deviceStatus.port,
      deviceSetup: deviceSetup.port,
      commands: commands.manual,
      ping: ping.port,
      tracking: tracking.port,
    }),
  );
  const maps = add(createMapsFeature(config.map, log));
  const recentUpdates = add(createRecentUpdatesFeature(shared));
  add(
    createAccountsFeature({
      ...shared,
      people: people.port,
      auth: auth.port,
      personData: () => inOrder(features, 'personData').map(({ personData }) => personData),
    }),
  );

  const shares = shareOpenFiles(readOpenFileLimit());
  const gateway = await createGateway({
    database,
    clock,
    log,
    secrets,
    metrics,
    settings: {
      host: config.host,
      mqttsPort: config.gateway.mqttsPort,
      mqttPort: config.gateway.mqttPort,
      publicHost: config.gateway.publicHost,
      limits: {
        ...gatewayLimits(config),
        maxConnections: shares.devices,
        maxPending: shares.pendingDevices,
        maxPendingPerNetwork: config.gateway.pendingPerNetwork ?? shares.pendingPerNetwork,
      },
    },
    // A batch locks the rows of a device in this order, as removing and replacing a device do (decision 013).
    handlers: inOrder(features, 'deviceHandlers').flatMap(({ deviceHandlers }) => deviceHandlers),
    deviceIdsOf: devices.port.deviceIdsOf,
    holdDevices: (tx, deviceIds) => deviceStatus.port.holdStatus(tx.executor, deviceIds),
  });

  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  // This server speaks no TLS itself.
  const isBehindProxy = isHttps || config.trustProxy !== false;
  if (isHttps && config.trustProxy === false)
    log.warn(
      { publicUrl: config.publicUrl },
      'PUBLIC_URL is https, so a proxy stands in front, but TRUST_PROXY is off: all callers share one limit per address. Set TRUST_PROXY (docs/operations.md)',
    );
  const ended = createEndings();
  const http = await createHttpServer({
    host: config.host,
    port: config.port,
    maxConnections: shares.web,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    version: VERSION,
    clock,
    log,
    routes: features.flatMap((feature) => feature.routes ?? []),
    authenticate: (cookies, how) => auth.port.authenticate(cookies, how),
    isOperator: (request) => isOperator(request, config.metricsToken, isBehindProxy),
    onRefused: async ({ endpoint, actor, origin, status, code, params }) => {
      await recordDenied(database.sql, {
        actorId: actor?.accountId ?? null,
        endpoint: endpoint.name,
        params,
        status,
        code,
        requestId: origin.requestId,
        address: origin.address,
      });
    },
    outsideHosts: maps.outsideHosts,
    eventPosition: () => outbox.position(),
    webDirectory: options.webDirectory,
    extend(server, edge) {
      addStreamEdge(server, edge, streams);
      addOperatorEdge(server, edge, { database, isGatewayUp: () => gateway.isOpen(), metrics });
      if (maps.tiles) addRangedFile(server, maps.tiles.path, maps.tiles.file);
      options.extend?.(server, edge);
    },
  });

  return {
    database,
    clock,
    mail,
    jobs,
    people: people.port,
    auth: auth.port,
    companies: companies.port,
    certification: certification.records,
    subscription: subscription.port,
    devices: devices.service,
    assignments: devices.assignments,
    recentUpdates: recentUpdates.port,
    gateway,
    /** Starts from the inside out: the servers that accept connections start last. Returns their ports. */
    async start() {
      await outbox.start();
      ended.push(() => outbox.stop());
      streams.start();
      ended.push(() => streams.stop());
      for (const feature of features) {
        const stop = await feature.start?.();
        if (stop !== undefined) ended.push(stop);
      }
      await jobs.start();
      ended.push(() => jobs.stop());
      const devicePorts = await gateway.start();
      ended.push(() => gateway.stop());
      const started = await http.start();
      url = started.url;
      ended.push(() => http.stop());
      return { ...started, ...devicePorts };
    },
    /** Stops in the reverse order and drains: everything acknowledged is stored. */
    async stop() {
      streams.stop();
      await ended.run();
      clock.stop?.();
      await database.stop();
    },
  };
}

function createEndings() {
  const endings: (() => void | Promise<void>)[] = [];
  return {
    push: (end: () => void | Promise<void>) => void endings.push(end),
    async run() {
      for (const end of endings.splice(0).reverse()) await end();
    },
  };
}

function gatewayLimits(config: Config): { sustainedPerSec?: number; burst?: number; bytesPerMin?: number } {
  const { messagesPerSec, bytesPerMin } = config.gateway;
  const rates = messagesPerSec === null ? {} : { sustainedPerSec: messagesPerSec, burst: messagesPerSec * BURST_SEC };
  return { ...rates, ...(bytesPerMin === null ? {} : { bytesPerMin }) };
}

/** The address in `Name <address>`. */
const addressIn = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;
