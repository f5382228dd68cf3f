// The device gateway: an MQTT 3.1.1 endpoint for trackers that acknowledges a message after it is stored, and a reader
// of the operator's broker, if there is one.
import type { Registry as MetricsRegistry } from 'prom-client';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallCounter } from '#platform/health/parts-health';
import type { Log } from '#platform/log/log';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Secrets } from '#platform/secrets/secrets';

import { createBroker } from '../broker/broker.ts';
import type { Broker, BrokerOptions } from '../broker/broker.ts';
import type { BrokerSettings } from '../broker/broker-settings.ts';
import { createCommandRoutes } from '../command-routes.ts';
import type { CommandRoutes } from '../command-routes.ts';
import { createConnectionAdmission } from '../connection-admission.ts';
import type { DeviceIdsOf } from '../connection-admission.ts';
import { createCounters } from '../counters.ts';
import type { GatewayStats } from '../counters.ts';
import type { AnyDeviceHandler, DisconnectReason } from '../device-message.ts';
import type { OnHttpSocket } from '../endpoint/listeners.ts';
import { openListeners } from '../mqtt-listeners.ts';
import type { GatewaySettings } from '../settings.ts';
import { createConnectionManager } from '../connection-manager.ts';
import { openDeviceIdentity } from '../identity/device-identity.ts';
import type { Certificates } from '../identity/certificates.ts';
import { createRevocationList } from '../identity/revocation-list.ts';
import type { CertificateFigures } from '../identity/certificate-figures.ts';
import { createRenewalHandler } from '../identity/renewals.ts';
import { startRetirement } from '../identity/retirement.ts';
import type { LockDevices } from '../ingest/batch-store.ts';
import { createTakeReports } from '../ingest/direct-reports.ts';
import type { TakeReports } from '../ingest/direct-reports.ts';
import type { LaneName } from '../ingest/entry.ts';
import type { LaneBacklog } from '../ingest/lane-queue.ts';
import { createIngest } from '../ingest/ingest.ts';
import { defaultLimits } from '../limits.ts';
import { createOffences } from '../identity/offences.ts';
import { createQuarantineAdministration } from '../quarantine-administration.ts';
import type { QuarantineAdministration } from '../quarantine-administration.ts';
import { createRebinding } from '../rebinding.ts';
import type { Registry } from '../registry.ts';

export type { AnyDeviceHandler, DeviceHandler, DeviceMessage, PresenceMessage } from '../device-message.ts';

export interface GatewayOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly metrics?: MetricsRegistry;
  readonly processes: ServerProcesses;
  readonly settings: GatewaySettings;
  readonly handlers: readonly AnyDeviceHandler[];
  /** Returns the ids of the registered serials. */
  readonly deviceIdsOf: DeviceIdsOf;
  /** Locks these devices until the transaction ends, in the order of their ids. */
  readonly lockDevices: LockDevices;
  /** Takes connections of devices that speak HTTP. Left out: they are disconnected. */
  readonly onHttpSocket?: OnHttpSocket;
  /** A broker of the operator, through which devices also come. */
  readonly broker?: { readonly settings: BrokerSettings; readonly calls: CallCounter };
}

export interface Gateway extends CommandRoutes {
  start(): Promise<{ mqttsPort: number; mqttPort: number | null }>;
  /** Refuses new connections, stores and acknowledges received messages (at most 5 s), then ends all connections. */
  stop(): Promise<void>;
  /** True while devices can connect. */
  isOpen(): boolean;
  /** The host name and port by which devices reach this server. Null while it accepts none, or without a public name. */
  address(): { host: string; port: number } | null;
  /** The device has received the command. Its answer arrives as a `reply`. */
  onCommandAcknowledged(run: (requestId: string, serial: string) => void): Stop;
  /** Whether the registry knows this certificate and its serial, and neither the certificate nor the device is revoked. */
  isCertificateValid(applicant: { serial: string; fingerprint: string }): Promise<boolean>;
  /** A device now listens for commands: waiting commands can be sent. */
  onReady(run: (serial: string) => void): Stop;
  /** Call after a device was registered or removed. */
  rebind(serial: string): Promise<void>;
  /** Call when notifications of registrations and removals may have been lost. */
  rebindAll(): Promise<void>;
  disconnect(serial: string, reason: DisconnectReason): void;
  readonly certificates: Certificates;
  readCertificateFigures(): Promise<CertificateFigures>;
  readonly registry: Registry;
  stats(): GatewayStats;
  /** The messages that each lane has not stored yet. */
  backlogs(): ReadonlyMap<LaneName, LaneBacklog>;
  readonly quarantine: QuarantineAdministration;
  /** Stores messages that did not come over MQTT. */
  readonly takeReports: TakeReports;
}

const ASK_AGAIN_MS = 10_000;
/** A phone's app gives up after 15 s and repeats its report. */
const STORE_REPORTS_WITHIN_MS = 10_000;

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, clock, settings, deviceIdsOf, lockDevices } = options;
  const log = options.log.child({ part: 'devices' });
  const limits = { ...defaultLimits, ...settings.limits };
  const identity = await openDeviceIdentity(options);
  const { authority, certificates, registry } = identity;
  const devicesThere = (): number => connectionManager.connections.size() + (broker?.countOnline() ?? 0);
  const counters = createCounters(devicesThere, options.metrics);
  const shared = { clock, log, limits, counters };
  const publish: CommandRoutes['publishCertificate'] = (serial, answer) => routes.publishCertificate(serial, answer);
  const renewal = createRenewalHandler({ authority, clock, publish });
  const handlers = [...options.handlers, renewal];
  const ingest = await createIngest({ ...shared, database, handlers, lockDevices });
  const admission = createConnectionAdmission({ registry, deviceIdsOf, log });
  const denyList = createRevocationList({
    ...{ database, clock, log },
    onRevoked: (certificate) => {
      connectionManager.disconnectRevoked(certificate);
      broker?.forget(certificate.serial);
    },
  });
  const offences = createOffences({ database, clock, log });
  const quarantine = createQuarantineAdministration({ database, clock, log });
  const connectionManager = createConnectionManager({
    ...{ ...shared, ingest, admission, offences },
    ...{ isRevoked: denyList.has, processes: options.processes },
  });
  const broker = await openBroker(options, {
    ...{ ...shared, database, authority, admission, offences, ingest },
    onReady: connectionManager.callReadyListeners,
    onCommandAcknowledged: connectionManager.callAcknowledgedListeners,
  });
  const routes = createCommandRoutes(connectionManager.connections, broker);
  const rebinding = createRebinding({ connectionManager, broker, deviceIdsOf, log });
  const toStop: Stop[] = [];
  let openPort: number | null = null;

  const start: Gateway['start'] = async () => {
    toStop.push(
      await denyList.start(),
      offences.start(),
      quarantine.start(),
      startRetirement({ database, clock, log }),
      connectionManager.startTimeoutChecks(),
      clock.every(ASK_AGAIN_MS, rebinding.rebindUnregistered),
    );
    await broker?.start();
    const listeners = await openListeners({
      ...shared,
      database,
      authority,
      certificate: identity.gatewayCertificate,
      settings,
      onSocket: connectionManager.acceptConnection,
      onHttpSocket: options.onHttpSocket ?? ((socket) => void socket.destroy()),
    });
    toStop.push(listeners.close);
    openPort = listeners.mqttsPort;
    return { mqttsPort: listeners.mqttsPort, mqttPort: listeners.mqttPort };
  };

  const stop = async (): Promise<void> => {
    openPort = null;
    for (const stopOne of toStop.splice(0)) stopOne();
    connectionManager.stopReading();
    broker?.stopReading();
    await withinTime(ingest.drained(), limits.drainMs, clock);
    connectionManager.closeAll('server_stops');
    await withinTime(ingest.drained(), limits.drainMs, clock);
    await broker?.stop();
    await ingest.stop();
  };

  return {
    start,
    stop,
    isOpen: () => openPort !== null,
    address: () => addressOf(settings, openPort),
    ...routes,
    onCommandAcknowledged: connectionManager.onCommandAcknowledged,
    isCertificateValid: async (applicant) => !denyList.has(applicant.fingerprint) && registry.isKnown(applicant),
    onReady: connectionManager.onDeviceReady,
    rebind: rebinding.rebind,
    rebindAll: rebinding.rebindAll,
    disconnect: (serial, reason) => connectionManager.connections.find(serial)?.close(reason),
    certificates,
    readCertificateFigures: identity.readFigures,
    registry,
    stats: counters.stats,
    backlogs: ingest.backlogs,
    quarantine,
    takeReports: createTakeReports({ ingest, clock, log, storeWithinMs: STORE_REPORTS_WITHIN_MS }),
  };
}

/** A gateway that is closed has no address, even if a load balancer is open. */
const addressOf = (
  { publicHost: host, publicPort }: GatewayOptions['settings'],
  openPort: number | null,
): ReturnType<Gateway['address']> =>
  host === null || openPort === null ? null : { host, port: publicPort ?? openPort };

async function openBroker(
  { broker }: GatewayOptions,
  parts: Omit<BrokerOptions, 'settings' | 'calls'>,
): Promise<Broker | null> {
  return broker === undefined ? null : createBroker({ ...parts, ...broker });
}

/**
 * Waits for `work` with a time limit. Messages not stored by then were never acknowledged, so the devices repeat them.
 */
async function withinTime(work: Promise<void>, waitMs: number, clock: Clock): Promise<void> {
  const aborter = new AbortController();
  await Promise.race([work, clock.sleep(waitMs, aborter.signal)]);
  aborter.abort();
}
