// Opens the listeners and keeps the gateway's certificate fresh.
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';

import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import { openPlainListener, openTlsListener } from './endpoint/listeners.ts';
import type { OnHttpSocket, OnSocket, TlsMaterial } from './endpoint/listeners.ts';
import type { GatewaySettings } from './settings.ts';
import type { Authority } from './identity/authority.ts';
import type { GatewayCounters } from './counters.ts';
import { createPendingConnections } from './endpoint/pending-connections.ts';
import type { GatewayLimits } from './limits.ts';

export interface Listeners {
  readonly mqttsPort: number;
  readonly mqttPort: number | null;
  close(): void;
}

const LOOPBACK = '127.0.0.1';
/** Well before the certificate ends. */
const RENEW_EVERY_MS = 7 * DAY_MS;

export async function openListeners(options: {
  authority: Authority;
  clock: Clock;
  log: Log;
  settings: GatewaySettings;
  limits: GatewayLimits;
  counters: Pick<GatewayCounters, 'count' | 'stats'>;
  onSocket: OnSocket;
  onHttpSocket: OnHttpSocket;
}): Promise<Listeners> {
  const { authority, clock, log, settings, limits, counters, onSocket, onHttpSocket } = options;
  const { maxConnections, handshakeMs } = limits;
  const { host, mqttsPort, mqttPort } = settings;
  const material = async (): Promise<TlsMaterial> => ({
    ...(await authority.gatewayCertificate(hostNamesOf(settings))),
    caPem: authority.caPem,
  });
  const onDrop = counters.count;
  const pending = createPendingConnections({ ...limits, onDrop });
  const door = { maxConnections, pending, onDrop, onSocket };
  const secure = { ...door, handshakeMs, onHttpSocket };
  const tls = await openTlsListener({ ...secure, host, port: mqttsPort, material: await material() });
  const plain = mqttPort === null ? null : await openPlainListener({ ...door, host: LOOPBACK, port: mqttPort });
  const stopRenewing = clock.every(RENEW_EVERY_MS, async () => {
    try {
      tls.renew(await material());
    } catch (error) {
      log.error(
        { err: error },
        'Renewing the TLS certificate of the device gateway failed, keeping the current one, retrying',
      );
    }
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
