// Commands under way to one device: each is written once and waits for its PUBACK.
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { commandTopic } from '@trace/contract/device-protocol/topics';

import { commandPublish } from './control-packets.ts';

export interface CommandWindow {
  isFull(): boolean;
  /** The packet that carries the command. */
  packetFor(message: CommandMessage): Buffer;
  /** Returns the request that a PUBACK answers, if any. */
  acknowledge(packetId: number): string | undefined;
}

const MAX_IN_FLIGHT = 50;
const MAX_PACKET_ID = 65_535;

export function createCommandWindow(serial: string): CommandWindow {
  const waiting = new Map<number, string>();
  let lastPacketId = 0;
  return {
    isFull: () => waiting.size >= MAX_IN_FLIGHT,
    packetFor: (message) => {
      do lastPacketId = (lastPacketId % MAX_PACKET_ID) + 1;
      while (waiting.has(lastPacketId));
      waiting.set(lastPacketId, message.requestId);
      return commandPublish(commandTopic(serial), lastPacketId, message);
    },
    acknowledge: (packetId) => {
      const requestId = waiting.get(packetId);
      waiting.delete(packetId);
      return requestId;
    },
  };
}
