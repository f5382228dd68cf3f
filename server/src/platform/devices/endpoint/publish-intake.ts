// The messages of a device: checked against its topics and limits, and passed on when their lane has room.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { Frame } from './frames.ts';
import { readPublish } from './publish-packet.ts';
import { createTopicAuthorizer } from './topic-authorization.ts';
import type { ConnectionParts } from './transport.ts';

/** @param resume reads on after a wait for room */
export function createPublishIntake({ host, connection, transport }: ConnectionParts, resume: () => void) {
  const { reader, acks } = transport;
  let kindOf: ((topic: string) => DeviceMessageKind | null) | null = null;
  let waitsForRoom = false;

  const handlePublish = (frame: Frame, receivedAt: Date): boolean => {
    kindOf ??= createTopicAuthorizer(connection.serial);
    const packet = readPublish(reader.bytes, frame);
    const kind = packet === null ? null : kindOf(packet.topic);
    if (packet === null || kind === null || packet.qos > 1 || packet.retain)
      return transport.refuse('a publish that is not allowed');
    if (host.isFull(connection, kind)) return waitForRoom(kind);
    reader.take(frame);
    const spending = host.maySend(connection, kind, frame.end - frame.start);
    if (spending === 'struck_out') return transport.refuse('beyond its limits');
    if (spending === 'beyond') return true;
    acks.begin();
    if (spending === 'count_only') {
      host.countEvent(connection, packet.packetId);
      return true;
    }
    host.take(connection, kind, packet, receivedAt);
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

  return { handlePublish, isWaitingForRoom: (): boolean => waitsForRoom };
}
