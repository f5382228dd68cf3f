// Deny by default: a device can subscribe only to its own commands, refusals and certificates.
import type { ISubscribePacket } from 'mqtt-packet';

import { certificateTopic, commandTopic, refusalTopic } from '@trace/contract/device-protocol/topics';

const MAX_FILTERS = 8;

const REFUSED = 0x80;

/** The granted QoS per filter (0x80 refused), or null when the packet asks for more filters than are allowed. */
export function grantSubscriptions(
  packet: ISubscribePacket,
  { serial, isForRenewal }: { readonly serial: string; readonly isForRenewal: boolean },
): number[] | null {
  const filters = packet.subscriptions;
  if (filters.length === 0 || filters.length > MAX_FILTERS) return null;
  const own = commandTopic(serial);
  return filters.map(({ topic, qos }) => {
    if (topic === own) return isForRenewal ? REFUSED : Math.min(qos, 1);
    return topic === refusalTopic(serial) || topic === certificateTopic(serial) ? 0 : REFUSED;
  });
}
