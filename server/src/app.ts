// oxlint-disable max-lines -- the only file that knows all features: each adds its paragraph, and none of them decides
import { join } from 'node:path';
import { collectDefaultMetrics, Registry as MetricsRegistry } from 'prom-client';
import { importProgressEvent } from '@trace/contract/devices/devices.registration.stream';
import { createAccountsFeature } from '#features/accounts/accounts.feature';
import { createAlertsFeature } from '#features/alerts/alerts.feature';
import { createAuthFeature, type AuthFeatureOptions } from '#features/auth/auth.feature';
import { createCertificationFeature } from '#features/certification/certification.feature';
import { createCompaniesFeature } from '#features/companies/companies.feature';
import { createDeviceCommandsFeature } from '#features/device-commands/device-commands.feature';
import { createDeviceHealthFeature } from '#features/device-health/device-health.feature';
import { createDeviceSetupFeature } from '#features/device-setup/device-setup.feature';
import { createDeviceStatusFeature } from '#features/device-status/device-status.feature';
import { createDevicesFeature } from '#features/devices/devices.feature';
import { createHubsFeature } from '#features/hubs/hubs.feature';
import { createLocationAccessFeature } from '#features/location-access/location-access.feature';
import { createMapsFeature } from '#features/maps/maps.feature';
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
import { createFiles } from '#platform/files/files';
import { createS3Files } from '#platform/files/s3-files';
import { createHttpServer, type HttpOptions } from '#platform/http/http-server';
import { addOperatorEdge, addRangedFile, isOperator } from '#platform/http/operator.edge';
import { createJobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import { createPush } from '#platform/push/push';
import type { Secrets } from '#platform/secrets/secrets';
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

  let portalUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const certification = createCertificationFeature({
    database,
    clock,
    jobs,
    mail,
    holdersOf: (ids) => auth.port.accountsOf(ids),
    trainingUrl: config.trainingUrl,
  });
  const companies = createCompaniesFeature({
    database,
    clock,
    jobs,
    mail,
    secrets,
    files: config.filesBucket
      ? createS3Files(config.filesBucket)
      : createFiles({ directory: join(config.dataDirectory, 'files') }),
    portalUrl: () => portalUrl,
    people: () => ({ ...auth.port, certifiedNamesOf: (keys) => certification.port.namesOf(keys) }),
    devices: () => devices.ofCompanies,
  });
  const auth = createAuthFeature({
    database,
    clock,
    bus,
    log,
    secrets,
    jobs,
    mail,
    certification: certification.port,
    companies: companies.port,
    portalUrl: () => portalUrl,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    isStaffSecondFactorRequired: config.staffSecondFactor,
    passwordCost: options.passwordCost,
  });
  const subscription = createSubscriptionFeature({
    database,
    clock,
    bus,
    log,
    jobs,
    mail,
    metrics,
    payments: config.payments === null ? null : createPaymentsClient({ ...config.payments, clock }),
    customersOf: (ids) => auth.port.accountsOf(ids),
    portalUrl: () => portalUrl,
  });
  const devices = createDevicesFeature({
    database,
    clock,
    bus,
    jobs,
    certification: certification.port,
    companies: companies.port,
    mail,
    portalUrl: () => portalUrl,
    people: () => auth.port,
    log,
    onImportProgress: (accountId, progress) =>
      streams.push(importProgressEvent, [accountId], progress.importId, progress),
    onRegister: (tx, first) => deviceSetup.port.prepare(tx, first),
    onReplace: async (tx, replaced) => {
      await locationAccess.endOfDevice(tx, replaced.from.id);
      await commands.endOfDevice(tx, replaced.from.id);
      return deviceSetup.port.move(tx, replaced);
    },
    enrolment: () => gateway,
    table: {
      statusesOf: (known) => deviceStatus.port.viewsOf(known),
      errorsOf: (ids) => deviceHealth.port.errorsOf(ids),
      namesOf: async (ids) => namesIn(await auth.port.accountsOf(ids)),
    },
    overview: {
      partsAlive: () => ({
        gateway: gateway.isOpen(),
        commands: commands.port.isDelivering(),
        jobs: jobs.isWorking(),
        monitoring: deviceStatus.port.isWatching(),
      }),
      oldestUnanswered: (among) => commands.oldestUnanswered(among),
    },
  });
  const ended = createEndings();
  const streams = createStreams({
    outbox,
    clock,
    log,
    liveSessions: (ids) => auth.port.liveSessions(ids),
    sureEvents: () => [
      ...devices.sureEvents,
      ...commands.sureEvents,
      ...deviceSetup.sureEvents,
      ...subscription.sureEvents,
      ...ping.sureEvents,
      ...locationAccess.sureEvents,
      ...alerts.sureEvents,
      ...accounts.sureEvents,
    ],
  });
  const deviceStatus = createDeviceStatusFeature({
    database,
    clock,
    log,
    metrics,
    streams,
    devices: devices.service,
    parts: {
      verify: (...call) => devices.service.verify(...call),
      reconfigure: (...call) => deviceSetup.port.configure(...call),
    },
  });
  const commands = createDeviceCommandsFeature({
    database,
    clock,
    log,
    jobs,
    devices: devices.service,
    statusOf: deviceStatus.port.statusOf,
    namesOf: (ids) => auth.port.accountsOf(ids),
    parts: {
      ping: (...call) => ping.port.ping(...call),
      startLive: (...call) => tracking.live.start(...call),
      stopLive: (...call) => tracking.live.stop(...call),
    },
  });
  const hubs = createHubsFeature({
    database,
    clock,
    log,
    jobs,
    secrets,
    service: config.alarmHub === null ? null : createAlarmHubClient({ ...config.alarmHub, clock }),
    standing: {
      relationOf: async (accountId, serial) => (await devices.service.findFor(accountId, serial))?.relation ?? null,
      isUser: async (accountId) => (await devices.service.assignedTo([accountId])).length > 0,
    },
  });
  const deviceSetup = createDeviceSetupFeature({
    database,
    clock,
    jobs,
    mail,
    secrets,
    devices: devices.service,
    deviceHubs: devices.hubs,
    hubs: hubs.port,
    commands: commands.port,
    people: auth.port,
    portalUrl: () => portalUrl,
  });
  const locationAccess = createLocationAccessFeature({
    database,
    clock,
    log,
    jobs,
    mail,
    devices: devices.service,
    people: () => ({
      accountsOf: (ids) => auth.port.accountsOf(ids),
      companyNameOf: async (id) => (await companies.port.companyOf(id))?.name ?? null,
    }),
    portalUrl: () => portalUrl,
  });
  const ping = createPingFeature({
    database,
    clock,
    streams,
    devices: devices.service,
    deviceStatus: deviceStatus.port,
    commands: commands.port,
    subscription: subscription.port,
    access: locationAccess.port,
  });
  const tracking = createTrackingFeature({
    database,
    clock,
    log,
    jobs,
    streams,
    devices: devices.service,
    ping: ping.port,
    subscription: subscription.port,
    commands: commands.port,
    access: locationAccess.port,
  });
  const deviceHealth = createDeviceHealthFeature({ database, clock, log, metrics });
  const alerts = createAlertsFeature({
    database,
    clock,
    log,
    jobs,
    mail,
    push: createPush({
      database,
      secrets,
      keys: config.push.keys,
      contact: () => (portalUrl.startsWith('https:') ? portalUrl : `mailto:${addressIn(config.mail.from)}`),
      standIn: config.push.standIn,
    }),
    people: auth.port,
    devices: devices.service,
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    hubs: hubs.port,
    isListening: () => gateway.isOpen(),
    portalUrl: () => portalUrl,
  });
  const tickets = createTicketsFeature({
    database,
    clock,
    mail,
    devices: devices.service,
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    supportEmail: config.mail.supportEmail,
  });
  const maps = createMapsFeature(config.map, log);
  const recentUpdates = createRecentUpdatesFeature({ database, clock });

  const accounts = createAccountsFeature({
    database,
    clock,
    mail,
    secrets,
    auth: auth.port,
    // Identity is forgotten last: what the others keep may refer to the person until then.
    personData: () => [
      certification.personData,
      companies.personData,
      subscription.personData,
      // Before the devices: afterwards nobody knows whose hub a device has.
      deviceSetup.personData,
      hubs.personData,
      devices.personData,
      // After them: the status of a device is held before what people were told of it (decision 016).
      alerts.personData,
      commands.personData,
      tickets.personData,
      ping.personData,
      locationAccess.personData,
      tracking.personData,
      auth.personData,
    ],
  });

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
      limits: gatewayLimits(config),
    },
    handlers: [
      // The order in which a batch takes the rows of a device; removing and replacing one goes by the same.
      ...deviceStatus.deviceHandlers,
      ...commands.deviceHandlers,
      ...deviceSetup.deviceHandlers,
      ...tracking.deviceHandlers,
      ...deviceHealth.deviceHandlers,
    ],
    deviceIdsOf: (serials) => devices.service.deviceIdsOf(serials),
    holdDevices: (tx, deviceIds) => deviceStatus.port.holdStatus(tx.executor, deviceIds),
  });

  const http = await createHttpServer({
    host: config.host,
    port: config.port,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    version: VERSION,
    clock,
    log,
    routes: [
      ...auth.routes,
      ...accounts.routes,
      ...certification.routes,
      ...companies.routes,
      ...subscription.routes,
      ...devices.routes,
      ...deviceStatus.routes,
      ...commands.routes,
      ...hubs.routes,
      ...deviceSetup.routes,
      ...ping.routes,
      ...locationAccess.routes,
      ...tracking.routes,
      ...tickets.routes,
      ...alerts.routes,
      ...maps.routes,
      ...recentUpdates.routes,
    ],
    authenticate: (cookies, how) => auth.port.authenticate(cookies, how),
    isOperator: (request) => isOperator(request, config.metricsToken, config.trustProxy),
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
    auth: auth.port,
    companies: companies.port,
    certification: certification.records,
    subscription: subscription.port,
    devices: devices.service,
    assignments: devices.assignments,
    recentUpdates: recentUpdates.port,
    gateway,
    /** Starts from the inside out: what is asked for last listens last. Answers where it listens. */
    async start() {
      await outbox.start();
      ended.push(() => outbox.stop());
      streams.start();
      ended.push(() => streams.stop());
      auth.start();
      ended.push(() => auth.stop());
      ended.push(auth.onConfirmed((email) => devices.assignments.takeEffect(email)));
      ended.push(await devices.onRegistered((serial) => gateway.rebind(serial)));
      ended.push(devices.onRelationEnded((deviceId) => commands.endForsaken(deviceId)));
      ended.push(await tracking.start());
      ended.push(locationAccess.start());
      ended.push(subscription.start());
      ended.push(deviceStatus.start());
      ended.push(alerts.start());
      ended.push(await commands.start(gateway));
      await jobs.start();
      ended.push(() => jobs.stop());
      const doors = await gateway.start();
      ended.push(() => gateway.stop());
      const { url, port } = await http.start();
      portalUrl = url;
      ended.push(() => http.stop());
      return { url, port, ...doors };
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

const namesIn = (accounts: ReadonlyMap<string, { firstName: string; lastName: string }>): Map<string, string> =>
  new Map([...accounts].map(([id, { firstName, lastName }]) => [id, `${firstName} ${lastName}`.trim()]));
