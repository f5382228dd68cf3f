// Opens the listeners and keeps the gateway's certificate fresh.
import { DAY_MS } from '@trace/contract/kernel/time';

import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import { openPlainDoor, openTlsDoor } from './endpoint/listeners.ts';
import type { OnSocket, TlsMaterial } from './endpoint/listeners.ts';
import type { GatewaySettings } from './settings.ts';
import type { Authority } from './identity/authority.ts';
import type { GatewayLimits } from './limits.ts';

export interface Doors {
  readonly mqttsPort: number;
  readonly mqttPort: number | null;
  close(): void;
}

const LOOPBACK = '127.0.0.1';
/** Well before the certificate ends. */
const RENEW_EVERY_MS = 7 * DAY_MS;

export async function openDoors(options: {
  authority: Authority;
  clock: Clock;
  log: Log;
  settings: GatewaySettings;
  limits: GatewayLimits;
  onSocket: OnSocket;
}): Promise<Doors> {
  const { authority, clock, log, settings, limits, onSocket } = options;
  const { maxConnections } = limits;
  const { host, mqttsPort, mqttPort } = settings;
  const material = async (): Promise<TlsMaterial> => ({
    ...(await authority.gatewayCertificate(hostNamesOf(settings))),
    caPem: authority.caPem,
  });
  const tls = await openTlsDoor({ host, port: mqttsPort, maxConnections, onSocket, material: await material() });
  const plain =
    mqttPort === null ? null : await openPlainDoor({ host: LOOPBACK, port: mqttPort, maxConnections, onSocket });
  const stopRenewing = clock.every(RENEW_EVERY_MS, async () => {
    try {
      tls.renew(await material());
    } catch (error) {
      log.error({ err: error }, 'cannot renew the certificate of the device gateway');
    }
  });
  return {
    mqttsPort: tls.port,
    mqttPort: plain?.port ?? null,
    close: () => {
      stopRenewing();
      tls.close();
      plain?.close();
    },
  };
}

function hostNamesOf({ publicHost }: GatewaySettings): string[] {
  const local = ['localhost', LOOPBACK, '::1'];
  return publicHost === null || local.includes(publicHost) ? local : [publicHost, ...local];
}
