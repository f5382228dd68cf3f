// Commands to a device: its subscription to them, their writing and their PUBACKs.
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { commandTopic } from '@trace/contract/device-protocol/topics';

import { createCommandWindow } from './command-window.ts';
import type { CommandWindow } from './command-window.ts';
import { readControlPacket, suback, unsuback } from './control-packets.ts';
import type { Frame } from './frames.ts';
import { readPuback } from './publish-packet.ts';
import { grantSubscriptions } from './subscribe.rules.ts';
import type { ConnectionParts } from './transport.ts';

export function createCommandChannel({ socket, host, connection, transport }: ConnectionParts) {
  const { reader } = transport;
  let isSubscribed = false;
  let commands: CommandWindow | null = null;

  const send = (message: CommandMessage): 'sent' | 'not_sent' => {
    commands ??= createCommandWindow(connection.serial);
    const mayTakeMore = !commands.isFull() && transport.mayTakeMore();
    if (!transport.is('open') || !isSubscribed || !mayTakeMore) return 'not_sent';
    socket.write(commands.packetFor(message));
    return 'sent';
  };

  const handlePuback = (frame: Frame): boolean => {
    const packetId = readPuback(reader.bytes, frame);
    if (packetId === null) return transport.refuse('a broken PUBACK');
    const requestId = commands?.acknowledge(packetId);
    if (requestId !== undefined) host.onCommandAcknowledged(requestId, connection.serial);
    return true;
  };

  const handleSubscriptions = (frame: Frame): boolean => {
    const packet = readControlPacket(reader.whole(frame));
    if (packet === null || packet.cmd === 'connect' || packet.messageId === undefined)
      return transport.refuse('a broken SUBSCRIBE');
    if (packet.cmd === 'unsubscribe') {
      if (packet.unsubscriptions.includes(commandTopic(connection.serial))) isSubscribed = false;
      return transport.write(unsuback(packet.messageId));
    }
    const granted = grantSubscriptions(packet, connection.serial);
    if (granted === null) return transport.refuse('too many filters');
    transport.write(suback(packet.messageId, granted));
    if (granted.every((qos) => qos > 1)) return true;
    isSubscribed = true;
    host.onReady(connection);
    return true;
  };

  return { send, handlePuback, handleSubscriptions };
}
