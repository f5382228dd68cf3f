// Opens the listeners and keeps the gateway's certificate fresh.
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import { openPlainListener, openTlsListener } from './endpoint/listeners.ts';
import type { OnHttpSocket, OnSocket, TlsMaterial } from './endpoint/listeners.ts';
import type { GatewaySettings } from './settings.ts';
import type { Authority } from './identity/authority.ts';
import type { GatewayCertificate } from './identity/gateway-certificate.ts';
import { IDENTITY_CHANNEL } from './identity/root-keys.ts';
import type { GatewayCounters } from './counters.ts';
import { createPendingConnections } from './endpoint/pending-connections.ts';
import type { GatewayLimits } from './limits.ts';

export interface Listeners {
  readonly mqttsPort: number;
  readonly mqttPort: number | null;
  close(): void;
}

const LOOPBACK = '127.0.0.1';
/** A renewal is due weeks before the end. */
const CHECK_EVERY_MS = HOUR_MS;

interface ListenerOptions {
  database: Database;
  authority: Authority;
  certificate: GatewayCertificate;
  clock: Clock;
  log: Log;
  settings: GatewaySettings;
  limits: GatewayLimits;
  counters: Pick<GatewayCounters, 'count' | 'stats'>;
  onSocket: OnSocket;
  onHttpSocket: OnHttpSocket;
}

export async function openListeners(options: ListenerOptions): Promise<Listeners> {
  const { clock, log, settings, limits, counters, onSocket, onHttpSocket } = options;
  const { maxConnections, handshakeMs } = limits;
  const { host, mqttsPort, mqttPort } = settings;
  const material = createMaterial(options);
  const onDrop = counters.count;
  const pending = createPendingConnections({ ...limits, onDrop });
  const door = { maxConnections, pending, onDrop, onSocket };
  const secure = { ...door, handshakeMs, onHttpSocket };
  let used = await material();
  const tls = await openTlsListener({ ...secure, host, port: mqttsPort, material: used });
  const plain = mqttPort === null ? null : await openPlainListener({ ...door, host: LOOPBACK, port: mqttPort });
  const stopRenewing = await keepRenewed(options, async () => {
    const renewed = await material();
    const isNew = renewed.certificatePem !== used.certificatePem || renewed.caPem !== used.caPem;
    if (isNew) tls.renew(renewed);
    used = renewed;
  });
  const stopReporting = clock.every(MINUTE_MS, createDropReport(log, counters));
  return {
    mqttsPort: tls.port,
    mqttPort: plain?.port ?? null,
    close: () => {
      stopRenewing();
      stopReporting();
      tls.close();
      plain?.close();
    },
  };
}

/** The certificate and the authorities as all processes see them now. */
function createMaterial({ authority, certificate, settings }: ListenerOptions): () => Promise<TlsMaterial> {
  return async () => {
    await authority.refresh();
    const { keyPem, certificatePem } = await certificate.current(hostNamesOf(settings));
    return { keyPem, certificatePem, caPem: authority.caPem };
  };
}

/** Renews in time, and at once when another process has renewed. Open connections go on. */
async function keepRenewed({ database, clock, log }: ListenerOptions, renew: () => Promise<void>): Promise<Stop> {
  const run = async (): Promise<void> => {
    try {
      await renew();
    } catch (error) {
      log.error(
        { err: error },
        'Renewing the TLS certificate of the device gateway failed, keeping the current one, retrying in an hour',
      );
    }
  };
  const stopListening = await database.listen(IDENTITY_CHANNEL, () => void run());
  const stopChecking = clock.every(CHECK_EVERY_MS, run);
  return () => {
    stopListening();
    stopChecking();
  };
}

function hostNamesOf({ publicHost }: GatewaySettings): string[] {
  const local = ['localhost', LOOPBACK, '::1'];
  return publicHost === null || local.includes(publicHost) ? local : [publicHost, ...local];
}

const dropCounters = ['droppedHandshakes', 'droppedPending', 'droppedPerNetwork', 'droppedFull'] as const;

/** Logs at most one line per call, so that a flood of connections does not flood the log. */
function createDropReport(log: Log, counters: Pick<GatewayCounters, 'stats'>): () => Promise<void> {
  let before = counters.stats();
  return async () => {
    const now = counters.stats();
    const dropped = Object.fromEntries(dropCounters.map((name) => [name, now[name] - before[name]]));
    before = now;
    // Scanners fail handshakes all day: only the limits are worth a line.
    if (dropCounters.every((name) => name === 'droppedHandshakes' || dropped[name] === 0)) return;
    log.warn(
      dropped,
      'Connections dropped in the last minute because of their number, check who connects to the gateway',
    );
  };
}
