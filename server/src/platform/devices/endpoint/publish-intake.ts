// The messages of a device: checked against its topics and limits, and passed on when their lane has room.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import { packetType } from './frames.ts';
import type { Frame } from './frames.ts';
import type { Hold } from './hold.ts';
import { readPublish } from './publish-packet.ts';
import type { PublishPacket } from './publish-packet.ts';
import { createTopicAuthorizer } from './topic-authorization.ts';
import type { ConnectionParts } from './transport.ts';

interface AllowedPublish {
  readonly packet: PublishPacket;
  readonly kind: DeviceMessageKind;
}

/** @param resume reads on after a wait for room */
export function createPublishIntake({ host, connection, transport }: ConnectionParts, hold: Hold, resume: () => void) {
  const { reader, acks } = transport;
  let kindOf: ((topic: string) => DeviceMessageKind | null) | null = null;
  let waitsForRoom = false;

  const handlePublish = (frame: Frame, receivedAt: Date): boolean => {
    const publish = readAllowed(frame);
    if (publish === null) return transport.refuse('a publish that is not allowed');
    const { kind, packet } = publish;
    if (host.isFull(connection, kind)) return waitForRoom(kind);
    const spending = host.spend(connection, kind, frame.end - frame.start);
    if (typeof spending === 'object') return hold.begin(spending.waitMs);
    reader.take(frame);
    // No PUBACK: the device keeps the message until it has renewed its certificate.
    if (connection.isForRenewal && kind !== 'certificate') return true;
    pass(packet, kind, spending === 'count_only', receivedAt);
    return true;
  };

  const readAllowed = (frame: Frame): AllowedPublish | null => {
    kindOf ??= createTopicAuthorizer(connection.serial);
    const packet = readPublish(reader.bytes, frame);
    const kind = packet === null ? null : kindOf(packet.topic);
    const isAllowed = packet !== null && kind !== null && packet.qos <= 1 && !packet.retain;
    return isAllowed ? { packet, kind } : null;
  };

  const pass = (packet: PublishPacket, kind: DeviceMessageKind, isCountedOnly: boolean, receivedAt: Date): void => {
    acks.begin();
    if (isCountedOnly) host.countEvent(connection, packet.packetId);
    else host.take(connection, kind, packet, receivedAt);
  };

  /** Takes an alarm that stands behind held packets. Returns false for every other packet. */
  const takeHeldEvent = (frame: Frame, receivedAt: Date): boolean => {
    const publish = frame.type === packetType.publish ? readAllowed(frame) : null;
    if (publish?.kind !== 'event' || connection.isForRenewal || host.isFull(connection, 'event') || !acks.hasRoom())
      return false;
    const spending = host.spend(connection, 'event', frame.end - frame.start);
    if (typeof spending === 'object') return false;
    pass(publish.packet, 'event', spending === 'count_only', receivedAt);
    return true;
  };

  const waitForRoom = (kind: DeviceMessageKind): boolean => {
    waitsForRoom = true;
    host.whenRoom(connection, kind, () => {
      waitsForRoom = false;
      if (transport.is('open')) resume();
    });
    return false;
  };

  return { handlePublish, takeHeldEvent, isWaitingForRoom: (): boolean => waitsForRoom };
}
