// Commands under way to one device: each waits for its PUBACK. The window of an MQTT session outlives a connection.
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { commandTopic } from '@trace/contract/device-protocol/topics';

import { commandPublish } from './control-packets.ts';

export interface CommandWindow {
  /** Whether no further command may be sent. A command that is under way may be sent again. */
  isFull(requestId: string): boolean;
  /** The packet that carries the command. A command that is under way keeps its packet id and is marked as DUP. */
  packetFor(message: CommandMessage): Buffer;
  /** Returns the request that a PUBACK answers, if any. */
  acknowledge(packetId: number): string | undefined;
  /** Frees the places of commands that are not sent again because they have expired. */
  forgetExpired(nowMs: number): void;
}

const MAX_IN_FLIGHT = 50;
const MAX_PACKET_ID = 65_535;

export function createCommandWindow(serial: string): CommandWindow {
  const waiting = new Map<number, Pick<CommandMessage, 'requestId' | 'expiresAt'>>();
  let lastPacketId = 0;
  const packetIdOf = (requestId: string): number | undefined =>
    [...waiting].find(([, command]) => command.requestId === requestId)?.[0];
  return {
    isFull: (requestId) => waiting.size >= MAX_IN_FLIGHT && packetIdOf(requestId) === undefined,
    packetFor: (message) => {
      const known = packetIdOf(message.requestId);
      if (known !== undefined) return commandPublish(commandTopic(serial), known, message, true);
      do lastPacketId = (lastPacketId % MAX_PACKET_ID) + 1;
      while (waiting.has(lastPacketId));
      waiting.set(lastPacketId, { requestId: message.requestId, expiresAt: message.expiresAt });
      return commandPublish(commandTopic(serial), lastPacketId, message, false);
    },
    acknowledge: (packetId) => {
      const command = waiting.get(packetId);
      waiting.delete(packetId);
      return command?.requestId;
    },
    forgetExpired: (nowMs) => {
      for (const [packetId, { expiresAt }] of waiting) if (expiresAt <= nowMs) waiting.delete(packetId);
    },
  };
}
