// The settings of how devices and hubs reach the server.
import { resolve } from 'node:path';
import { brokerAddressOf, type BrokerAddress } from './config-addresses.ts';
import type { Settings } from './config-settings.ts';

export interface DeviceConfig {
  gateway: {
    mqttsPort: number;
    mqttPort: number | null;
    publicHost: string;
    /** null: devices reach `mqttsPort` directly. */
    publicPort: number | null;
    messagesPerSec: number | null;
    bytesPerMin: number | null;
    /**
     * Maximum of connections from one address whose device has not been accepted yet. null: derived from the limit of
     * open files.
     */
    pendingPerNetwork: number | null;
  };
  /** The broker of the operator through which devices come, with PEM files. null: devices connect directly alone. */
  broker: (BrokerAddress & { certificate: { file: string; keyFile: string } | null; caFile: string | null }) | null;
  /**
   * Where hubs report directly, by TCP and UDP, and the address that people type into hubs. null: hubs are not received.
   * A public host of null is the host of `publicUrl`, a public port of null is the own port.
   */
  hubReceiver: { host: string; port: number; publicHost: string | null; publicPort: number | null } | null;
}

export const deviceConfigOf = (s: Settings): DeviceConfig => ({
  gateway: gatewayOf(s),
  broker: brokerSettingsOf(s),
  hubReceiver: hubReceiverOf(s),
});

const gatewayOf = (s: Settings): DeviceConfig['gateway'] => ({
  mqttsPort: s.MQTTS_PORT,
  mqttPort: s.MQTT_PORT ?? null,
  publicHost: s.MQTT_PUBLIC_HOST,
  publicPort: s.MQTT_PUBLIC_PORT ?? null,
  messagesPerSec: s.DEVICE_MESSAGES_PER_SEC ?? null,
  bytesPerMin: s.DEVICE_BYTES_PER_MIN ?? null,
  pendingPerNetwork: s.DEVICE_PENDING_PER_ADDRESS ?? null,
});

function brokerSettingsOf({ MQTT_URL, MQTT_CERT, MQTT_KEY, MQTT_CA }: Settings): DeviceConfig['broker'] {
  const address = MQTT_URL === undefined ? null : brokerAddressOf(MQTT_URL);
  if (address === null) return null;
  const certificate =
    MQTT_CERT === undefined || MQTT_KEY === undefined ? null : { file: resolve(MQTT_CERT), keyFile: resolve(MQTT_KEY) };
  return { ...address, certificate, caFile: MQTT_CA === undefined ? null : resolve(MQTT_CA) };
}

function hubReceiverOf(s: Settings): DeviceConfig['hubReceiver'] {
  if (s.DC09_PORT === undefined) return null;
  return {
    host: s.DC09_HOST ?? s.HOST,
    port: s.DC09_PORT,
    publicHost: s.DC09_PUBLIC_HOST ?? null,
    publicPort: s.DC09_PUBLIC_PORT ?? null,
  };
}
