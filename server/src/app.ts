import { SECOND_MS } from '@trace/contract/kernel/time';
import { recordDenied, recordRead } from '#platform/audit/audit';
import { readUnscheduled, type BackupsState } from '#platform/backup/backups-state';
import { createBus } from '#platform/bus/bus';
import { createOutbox } from '#platform/bus/outbox';
import { measureOutbox } from '#platform/bus/outbox-metrics';
import type { Clock, Stop } from '#platform/clock/clock';
import { openDatabase, type Database } from '#platform/db/database';
import { exposePools } from '#platform/db/pool-metrics';
import { createGateway } from '#platform/devices/gateway/gateway';
import { inOrder } from '#platform/feature/feature';
import { countCalls } from '#platform/files/counted-files';
import { openFiles } from '#platform/files/open-files';
import { createHttpServer, type HttpOptions } from '#platform/http/http-server';
import { addDeviceFunctions, prefixDeviceCalls } from '#platform/http/servers/device.edge';
import { createDeviceServer } from '#platform/http/servers/device-server';
import { doctorKey } from '#platform/http/servers/doctor-proof';
import { addPhoneEdge } from '#platform/http/servers/phone.edge';
import { addOperatorEdge, addRangedFile, isOperator } from '#platform/http/servers/operator.edge';
import { createPartsHealth, type PartsHealth } from '#platform/health/parts-health';
import { createMetricsRegistry } from '#platform/health/process-metrics';
import { createWriteHealth } from '#platform/health/write-health';
import { createJobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { createServerProcesses } from '#platform/processes/server-processes';
import { VERSION } from '#platform/version/version';
import { createMail, type Deliver, type Mail, type MailOptions } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import { readOpenFileLimit, shareOpenFiles } from '#platform/sockets/open-files';
import { createSms, type Sms } from '#platform/sms/sms';
import { addStreamEdge } from '#platform/stream/stream.edge';
import { createStreams } from '#platform/stream/streams';
import { createTombstones } from '#platform/tombstones/tombstones';
import { openTombstoneFiles } from './backups-start.ts';
import type { Config } from './config/config.ts';
import type { FeatureOptions } from './feature-options.ts';
import { createFeatures } from './features.ts';
import { brokerOptions, gatewaySettings } from './gateway-options.ts';
import { openHttps, type HttpsParts } from './https-parts.ts';
import { createLifecycle } from './lifecycle.ts';
import { openReadiness } from './readiness-parts.ts';

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
  /** The state of the backups, for the page Operations. Left out: none are made here. */
  backups?: () => Promise<BackupsState>;
  /** Takes the place of the mail server: the demo's inbox. */
  deliverMail?: Deliver;
  /** More edges, for the demo world. */
  extend?: HttpOptions['extend'];
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Builds the platform, the features, and the servers that accept users and devices. */
export async function createApp(options: AppOptions) {
  const { config, log, secrets } = options;
  const foundation = await openFoundation(options);
  const { database, clock, metrics, bus, outbox, jobs, writes, parts, sms, processes, tombstones } = foundation;
  const https = await openHttps(config, { clock, log, metrics });
  const mail = openMail(options, foundation, {
    portalUrl: () => url,
    firstNamesOf: (executor, emails) => others.people.port.firstNamesOf(executor, emails),
  });

  let url = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const portalUrl = (): string => url;
  const streams = createStreams({
    ...{ processes, outbox, clock, log },
    liveSessions: (ids) => auth.port.liveSessions(ids),
    durableEvents: () => features.flatMap((feature) => feature.durableEvents ?? []),
  });
  const shares = shareOpenFiles(readOpenFileLimit());
  const files = countCalls(openFiles(config), parts.callsOf('files'), log);
  const { features, auth, devices, maps, firmware, ...others } = createFeatures({
    platform: {
      ...{ database, clock, log, metrics, bus, jobs, mail, sms },
      ...{ secrets, files, streams, tombstones, processes, portalUrl },
    },
    ...{ parts, config, certificate: https.certificate },
    writeProblem: () => writes.problem(),
    ...{ passwordCost: options.passwordCost, backups: options.backups ?? noBackups(config) },
    ...{ gateway: () => gateway, mostHubConnections: shares.hubs },
  });

  const deviceServer = createDeviceServer({ clock, log, functions: firmware.deviceFunctions });
  const gateway = await createGateway({
    ...{ database, clock, log, secrets, metrics, processes, onHttpSocket: deviceServer.accept },
    ...{ settings: gatewaySettings(config, shares), ...brokerOptions(config, parts) },
    // A batch locks the rows of a device in this order, as removing and replacing a device do (decision 013).
    handlers: inOrder(features, 'deviceHandlers').flatMap(({ deviceHandlers }) => deviceHandlers),
    deviceIdsOf: devices.port.deviceIdsOf,
    lockDevices: (tx, deviceIds) => others.deviceStatus.port.lockStatus(tx.executor, deviceIds),
  });

  const readiness = openReadiness({ ...foundation, ...https, log, auth: auth.port, gateway });
  const isProxied = isBehindProxy(config, log);
  const http = await createHttpServer({
    ...webSettings(config, https, shares),
    ...{ version: VERSION, clock, log },
    routes: features.flatMap((feature) => feature.routes ?? []),
    authenticate: (cookies, how) => auth.port.authenticate(cookies, how),
    isOperator: (request) => isOperator(request, config.metricsToken, isProxied),
    onRefused: recordRefusals(database),
    onStaffRead: recordReads(database),
    onOutage: (error) => writes.report(error),
    outsideHosts: maps.outsideHosts,
    eventPosition: () => outbox.position(),
    metrics,
    webDirectory: options.webDirectory,
    rewriteUrl: prefixDeviceCalls(firmware.deviceFunctions),
    extend(server, edge) {
      addDeviceFunctions(server, edge, firmware.deviceFunctions, portalUrl);
      addStreamEdge(server, edge, streams);
      addPhoneEdge(server, edge, others.phones.reception);
      addOperatorEdge(server, edge, { metrics, readiness, doctorKey: doctorKey(secrets) });
      if (maps.tiles) addRangedFile(server, maps.tiles.path, maps.tiles.file);
      options.extend?.(server, edge);
    },
  });

  const lifecycle = createLifecycle({
    ...foundation,
    ...https,
    ...{ mail, files, streams, features, gateway, deviceServer, http },
    stopDelayMs: config.stopDelaySec * SECOND_MS,
  });
  return {
    ...{ database, clock, mail, jobs },
    ...{ people: others.people.port, auth: auth.port },
    companies: others.companies.port,
    certification: others.certification.records,
    subscription: others.subscription.port,
    devices: devices.service,
    assignments: devices.assignments,
    routes: http.routes,
    recentUpdates: others.recentUpdates.port,
    analytics: others.analytics.port,
    panicContacts: others.panicContacts.port,
    hubReceiver: others.hubReceiver.port,
    gateway,
    async start() {
      const started = await lifecycle.start();
      url = started.url;
      return started;
    },
    /** Stops in the reverse order and drains: all acknowledged data is stored. */
    async stop() {
      await lifecycle.stop();
      clock.stop?.();
      await database.stop();
    },
  };
}

const noBackups = (config: Config) => (): Promise<BackupsState> => readUnscheduled(config.dataDirectory);

/** The database with its clock, and the parts of the platform that need no others. */
async function openFoundation(options: AppOptions) {
  const { config, log, secrets } = options;
  const database = await openDatabase({
    url: options.databaseUrl,
    ...(options.schema ? { schema: options.schema } : {}),
    maxConnections: 16,
    log,
  });
  const clock = await options.clock(database);
  const metrics = createMetricsRegistry();
  const bus = createBus(log);
  const outbox = createOutbox({ database, clock, log });
  const jobs = createJobs({ database, clock, log, metrics });
  const processes = createServerProcesses({ database, log, version: VERSION });
  const directory = config.dataDirectory;
  const writes = createWriteHealth({ database, clock, log, metrics, directory });
  const parts = createPartsHealth(metrics);
  const sms = openSms(options, parts);
  const tombstones = createTombstones({
    ...{ database, clock, log, jobs },
    files: openTombstoneFiles(config),
    key: secrets.deriveKey('tombstones'),
  });
  exposePools(metrics, database);
  measureOutbox(metrics, outbox, clock);
  return { database, clock, metrics, bus, outbox, jobs, writes, parts, sms, processes, tombstones };
}

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

function openMail(
  { config, log, secrets, deliverMail }: AppOptions,
  { database, jobs, clock, metrics, parts }: Foundation,
  late: Pick<MailOptions, 'portalUrl' | 'firstNamesOf'>,
): Mail {
  const mail = createMail({
    database,
    jobs,
    transport: deliverMail ?? config.mail.smtpUrl,
    from: config.mail.from,
    supportEmail: config.mail.supportEmail,
    ...late,
    secrets,
    clock,
    log,
    calls: parts.callsOf('mail'),
    metrics,
  });
  if (!mail.isConfigured()) parts.switchOff('mail');
  return mail;
}

function openSms({ config, log }: AppOptions, parts: PartsHealth): Sms {
  if (config.sms === null) parts.switchOff('sms');
  return createSms({ gateway: config.sms, log, calls: parts.callsOf('sms') });
}

/** Whether a proxy passes requests on: it speaks TLS when this server does not. */
function isBehindProxy({ publicUrl, tls, trustProxy }: Config, log: Log): boolean {
  const isTlsElsewhere = tls === null && (publicUrl?.startsWith('https:') ?? false);
  if (isTlsElsewhere && trustProxy === false)
    log.warn(
      { publicUrl },
      'PUBLIC_URL is https without TLS_CERT, so a proxy stands in front, but TRUST_PROXY is off: tries to sign in and sign up are not limited per address. Set TRUST_PROXY (docs/operations.md)',
    );
  return isTlsElsewhere || trustProxy !== false;
}

function recordRefusals(database: Database): HttpOptions['onRefused'] {
  return async ({ endpoint, actor, origin, status, code, params }) => {
    await recordDenied(database.sql, {
      actorId: actor?.accountId ?? null,
      endpoint: endpoint.name,
      params,
      status,
      code,
      requestId: origin.requestId,
      address: origin.address,
    });
  };
}

function recordReads(database: Database): HttpOptions['onStaffRead'] {
  return ({ endpoint, actor, origin, params, query }) =>
    recordRead(database.sql, {
      actorId: actor.accountId,
      endpoint: endpoint.name,
      params,
      query,
      requestId: origin.requestId,
      address: origin.address,
    });
}

function webSettings(
  { host, port, publicUrl, trustProxy }: Config,
  { certificate }: HttpsParts,
  { web: maxConnections, webFiles: mostOpenFiles }: ReturnType<typeof shareOpenFiles>,
): Pick<HttpOptions, 'host' | 'port' | 'publicUrl' | 'trustProxy' | 'tls' | 'maxConnections' | 'mostOpenFiles'> {
  return { host, port, publicUrl, trustProxy, tls: certificate?.current(), maxConnections, mostOpenFiles };
}
