// Translates the settings into options of the device gateway.
import type { GatewayOptions } from '#platform/devices/gateway/gateway';
import type { PartsHealth } from '#platform/health/parts-health';
import type { shareOpenFiles } from '#platform/sockets/open-files';
import type { Config } from './config/config.ts';

/** The burst of a device with a configured rate, in seconds of that rate. */
const BURST_SEC = 40;

export function gatewaySettings(config: Config, shares: ReturnType<typeof shareOpenFiles>): GatewayOptions['settings'] {
  return {
    host: config.host,
    mqttsPort: config.gateway.mqttsPort,
    mqttPort: config.gateway.mqttPort,
    publicHost: config.gateway.publicHost,
    publicPort: config.gateway.publicPort,
    limits: {
      ...gatewayLimits(config),
      maxConnections: shares.devices,
      maxPending: shares.pendingDevices,
      maxPendingPerNetwork: config.gateway.pendingPerNetwork ?? shares.pendingPerNetwork,
    },
  };
}

export function brokerOptions({ broker }: Config, parts: PartsHealth): Pick<GatewayOptions, 'broker'> {
  if (broker !== null) return { broker: { settings: broker, calls: parts.callsOf('broker') } };
  parts.switchOff('broker');
  return {};
}

function gatewayLimits(config: Config): { sustainedPerSec?: number; burst?: number; bytesPerMin?: number } {
  const { messagesPerSec, bytesPerMin } = config.gateway;
  const rates = messagesPerSec === null ? {} : { sustainedPerSec: messagesPerSec, burst: messagesPerSec * BURST_SEC };
  return { ...rates, ...(bytesPerMin === null ? {} : { bytesPerMin }) };
}
