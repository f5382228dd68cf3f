// Deny by default: a device can subscribe only to its own commands and refusals.
import type { ISubscribePacket } from 'mqtt-packet';

import { commandTopic, refusalTopic } from '@trace/contract/device-protocol/topics';

const MAX_FILTERS = 8;

const REFUSED = 0x80;

/** The granted QoS per filter (0x80 refused), or null when the packet asks for more filters than are allowed. */
export function grantSubscriptions(packet: ISubscribePacket, serial: string): number[] | null {
  const filters = packet.subscriptions;
  if (filters.length === 0 || filters.length > MAX_FILTERS) return null;
  const own = commandTopic(serial);
  return filters.map(({ topic, qos }) => {
    if (topic === own) return Math.min(qos, 1);
    return topic === refusalTopic(serial) ? 0 : REFUSED;
  });
}
