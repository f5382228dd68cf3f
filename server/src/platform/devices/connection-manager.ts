// All current connections, and the services that they use: admission, limits and the intake of messages.
import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import type { ServerProcesses } from '#platform/processes/server-processes';

import type { ConnectionAdmission } from './connection-admission.ts';
import { createFloodResponse } from './flood/flood-response.ts';
import { createConnectionTakeover } from './connection-takeover.ts';
import type { GatewayCounters } from './counters.ts';
import type { DisconnectReason, PresenceMessage } from './device-message.ts';
import { createConnection } from './endpoint/connection.ts';
import type { Admission, Connection, ConnectionHost } from './endpoint/connection-host.ts';
import { createConnections } from './endpoint/connections.ts';
import type { Connections } from './endpoint/connections.ts';
import { createMessageLimits } from './flood/message-limits.ts';
import type { OnSocket } from './endpoint/listeners.ts';
import { createSessions } from './endpoint/sessions.ts';
import { createSpreadWork } from './endpoint/spread-work.ts';
import type { RevokedCertificate } from './identity/revocation-list.ts';
import type { Offences } from './identity/offences.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { GatewayLimits } from './limits.ts';
import { createRemoteTakeover } from './remote-takeover.ts';

export interface ConnectionManager {
  readonly connections: Connections;
  readonly acceptConnection: OnSocket;
  disconnectRevoked(certificate: RevokedCertificate): void;
  rebind(serial: string, deviceId: number | null): void;
  /** Connected devices that are not registered. */
  unregistered(): string[];
  onCommandAcknowledged(run: (requestId: string, serial: string) => void): Stop;
  onDeviceReady(run: (serial: string) => void): Stop;
  /** Calls the listeners for a device behind the broker. */
  callReadyListeners(serial: string): void;
  callAcknowledgedListeners(requestId: string, serial: string): void;
  /** Ends silent connections and clears old state. */
  startTimeoutChecks(): Stop;
  stopReading(): void;
  closeAll(reason: DisconnectReason): void;
}

interface ConnectionManagerOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: GatewayLimits;
  readonly counters: GatewayCounters;
  readonly ingest: Ingest;
  readonly admission: ConnectionAdmission;
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly offences: Pick<Offences, 'note'>;
  readonly processes: ServerProcesses;
}

const SWEEP_MS = 500;
/** `/readyz` is 503 after the same time, so that a load balancer leads the device to another process. */
const EVENT_WAIT_MS = 10_000;
/** To end a TLS socket takes up to half a millisecond. */
const ENDS_PER_TURN = 8;
/**
 * The will is for a device that lost its connection. A newer connection or a stop of the server says nothing about the
 * device.
 */
const WITHOUT_WILL = new Set<DisconnectReason>(['taken_over', 'server_stops', 'closed']);

export function createConnectionManager(options: ConnectionManagerOptions): ConnectionManager {
  const { clock, log, limits, counters, ingest, isRevoked, offences } = options;
  const connections = createConnections(limits);
  const takeover = createConnectionTakeover({ connections, clock, log, counters, isRevoked, offences });
  const messageLimits = createMessageLimits({ limits, counters, clock });
  const sessions = createSessions();
  /** Connections that are not accepted yet, each with the callback for its acceptance. */
  const newcomers = new Map<Connection, () => void>();
  const acknowledged = createListeners<[requestId: string, serial: string]>();
  const ready = createListeners<[serial: string]>();
  const remoteTakeover = createRemoteTakeover({ ...options, ...takeover, connections, sessions, ready });

  const admit = async (connection: Connection): Promise<Admission> => {
    const decision = await options.admission.admit(connection);
    return decision.admitted ? takeover.enter(connection, decision) : decision;
  };

  const ingestPresence = (connection: Connection, reason: PresenceMessage['reason']): void => {
    const { serial, deviceId, isForRenewal } = connection;
    // A device that can only renew its certificate does not report.
    if (deviceId !== null && !isForRenewal) ingest.presence(serial, deviceId, presenceOf(connection, reason));
  };

  const host: ConnectionHost = {
    receiveWindow: limits.receiveWindow,
    ...{ now: clock.now, after: clock.after, endLater: createSpreadWork(ENDS_PER_TURN) },
    nextConnectionNumber: createConnectionNumbers(clock),
    admit,
    openSession: (connection, isClean) => sessions.open(connection, isClean, clock.now().getTime()),
    onOpen: (connection) => {
      newcomers.get(connection)?.();
      newcomers.delete(connection);
      counters.count('connected');
      remoteTakeover.announce(connection);
      ingestPresence(connection, 'connected');
    },
    onRefused: (connection, reason) => {
      counters.count(connection.isOpen() ? 'misbehaved' : 'refused');
      // The serial of an open connection is proven.
      if (connection.isOpen()) offences.note(connection.serial, reason);
      log.info({ serial: connection.serial, address: connection.address, reason }, 'Device connection refused');
    },
    onDefect: ({ serial }, error) => log.error({ err: error, serial }, 'Device connection failed'),
    onClosed: (connection, reason) => {
      newcomers.delete(connection);
      connections.leave(connection);
      sessions.release(connection, clock.now().getTime());
      if (reason !== null) ingestPresence(connection, reason);
    },
    onReady: ({ serial }) => ready.call(serial),
    onCommandAcknowledged: acknowledged.call,
    spend: messageLimits.spend,
    strike: createFloodResponse({ messageLimits, connections, clock, log, counters, offences }),
    take: (connection, kind, { payload, packetId }, receivedAt) =>
      ingest.take(connection, kind, payload, packetId, receivedAt),
    countEvent: ingest.countEvent,
    isFull: ingest.isFull,
    whenRoom: ingest.whenRoom,
  };

  const sweep = (): void => {
    const nowMs = clock.now().getTime();
    for (const connection of [...newcomers.keys(), ...connections.list()]) connection.checkTime(nowMs);
    connections.forgetOld(nowMs);
    messageLimits.forgetOld(nowMs);
    sessions.forgetOld(nowMs);
    ingest.forgetOld();
    disconnectWaitingEvents(options, connections);
  };

  return {
    connections,
    acceptConnection: (socket, identity, onAccepted) => {
      const connection = createConnection(socket, identity, host);
      newcomers.set(connection, onAccepted);
    },
    disconnectRevoked: ({ fingerprint, serial }) => {
      const connection = connections.find(serial);
      if (connection?.fingerprint === fingerprint) connection.close('revoked');
    },
    rebind: (serial, deviceId) => {
      const connection = connections.find(serial);
      if (connection === undefined || connection.deviceId === deviceId) return;
      connection.register(deviceId);
      ingestPresence(connection, 'connected');
    },
    unregistered: () =>
      connections
        .list()
        .filter(({ deviceId }) => deviceId === null)
        .map(({ serial }) => serial),
    ...{ onCommandAcknowledged: acknowledged.add, onDeviceReady: ready.add },
    ...{ callReadyListeners: ready.call, callAcknowledgedListeners: acknowledged.call },
    startTimeoutChecks: () => clock.every(SWEEP_MS, sweep),
    stopReading: () => connections.list().forEach((connection) => connection.stopReading()),
    closeAll: (reason) => {
      for (const connection of [...newcomers.keys(), ...connections.list()]) connection.close(reason);
    },
  };
}

/** A process that is cut off from the database alone would keep a panic that another process could store at once. */
function disconnectWaitingEvents(
  { processes, ingest, log }: Pick<ConnectionManagerOptions, 'processes' | 'ingest' | 'log'>,
  connections: Connections,
): void {
  if (processes.others().size === 0) return;
  for (const { serial, connectionId } of ingest.sourcesOfWaitingEvents(EVENT_WAIT_MS)) {
    const connection = connections.find(serial);
    if (connection?.connectionId !== connectionId) continue;
    log.warn({ serial }, 'An event waits too long, disconnecting its device so that another process gets the event');
    connection.close('server_stops');
  }
}

function presenceOf(connection: Connection, reason: PresenceMessage['reason']): PresenceMessage {
  const { connectionId, connectionNumber, address } = connection;
  const connected = reason === 'connected';
  const will = connected || WITHOUT_WILL.has(reason) ? null : connection.will;
  return { connected, connectionId, connectionNumber, reason, will, address };
}

/** Numbers grow across restarts, because they start from the clock. */
function createConnectionNumbers(clock: Clock): () => number {
  let lastNumber = 0;
  return () => {
    lastNumber = Math.max(lastNumber + 1, clock.now().getTime() * 1_000);
    return lastNumber;
  };
}

function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add: (run: (...args: Args) => void): Stop => {
      listeners.add(run);
      return () => {
        listeners.delete(run);
      };
    },
    call: (...args: Args): void => {
      for (const run of listeners) run(...args);
    },
  };
}
