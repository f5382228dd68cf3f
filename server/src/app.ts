import { collectDefaultMetrics, Registry as MetricsRegistry } from 'prom-client';
import { recordDenied } from '#platform/audit/audit';
import { createBus } from '#platform/bus/bus';
import { createOutbox } from '#platform/bus/outbox';
import type { Clock, Stop } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { createGateway } from '#platform/devices/gateway';
import { inOrder } from '#platform/feature/feature';
import { createHttpServer, type HttpOptions } from '#platform/http/http-server';
import { addOperatorEdge, addRangedFile, isOperator } from '#platform/http/operator.edge';
import { createJobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import { readOpenFileLimit, shareOpenFiles } from '#platform/sockets/open-files';
import { addStreamEdge } from '#platform/stream/stream.edge';
import { createStreams } from '#platform/stream/streams';
import type { Config } from './config.ts';
import { createFeatures, type FeatureOptions } from './features.ts';

/** Version of the interface; the product's own. */
const VERSION = '0.1.0';

/** The burst of a device with a configured rate, in seconds of that rate. */
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
  /** The cost of a password hash. Tests use a lower cost. */
  passwordCost?: FeatureOptions['passwordCost'];
  /** More edges, for the demo world. */
  extend?: HttpOptions['extend'];
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Builds the platform, the features, and the servers that accept users and devices. */
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
  const mail = createMail({
    database,
    jobs,
    transport: config.mail.smtpUrl,
    from: config.mail.from,
    portalUrl: () => url,
    firstNamesOf: (executor, emails) => others.people.port.firstNamesOf(executor, emails),
    secrets,
    clock,
    log,
  });

  let url = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const portalUrl = (): string => url;
  const streams = createStreams({
    outbox,
    clock,
    log,
    liveSessions: (ids) => auth.port.liveSessions(ids),
    durableEvents: () => features.flatMap((feature) => feature.durableEvents ?? []),
  });
  const { features, auth, devices, maps, ...others } = createFeatures({
    platform: { database, clock, log, metrics, bus, jobs, mail, secrets, streams, portalUrl },
    config,
    passwordCost: options.passwordCost,
    gateway: () => gateway,
  });

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
    lockDevices: (tx, deviceIds) => others.deviceStatus.port.holdStatus(tx.executor, deviceIds),
  });

  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  // This server does not terminate TLS itself.
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
    people: others.people.port,
    auth: auth.port,
    companies: others.companies.port,
    certification: others.certification.records,
    subscription: others.subscription.port,
    devices: devices.service,
    assignments: devices.assignments,
    recentUpdates: others.recentUpdates.port,
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
    /** Stops in the reverse order and drains: all acknowledged data is stored. */
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
