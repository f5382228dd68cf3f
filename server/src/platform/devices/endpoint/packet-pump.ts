// Reads the packets of a connection in order, and pauses the socket while a packet has to wait.
import { MAX_BODY_BYTES, MAX_CONNECT_BODY_BYTES } from './frames.ts';
import type { Frame } from './frames.ts';
import type { Hold } from './hold.ts';
import type { ConnectionParts } from './transport.ts';

const CONNECT_FIRST_BYTE = 0x10;

interface PacketHandler {
  /** Returns false when the packet has to wait and stays unread, or no further packet is due. */
  handle(frame: Frame): boolean;
  /** Takes an alarm from behind held packets. Returns false for every other packet. */
  takeHeldEvent(frame: Frame): boolean;
  isWaitingForRoom(): boolean;
}

export function createPacketPump({ socket, transport }: ConnectionParts, hold: Hold, handler: PacketHandler) {
  const { reader, acks } = transport;
  let isPumping = false;

  /** Handles packets until the bytes end or a packet has to wait. */
  const pump = (): void => {
    if (isPumping) return;
    isPumping = true;
    while (mayReadOn() && !hold.isHeld() && readNext());
    if (transport.is('open') && hold.isHeld()) reader.takeBehind(MAX_BODY_BYTES, handler.takeHeldEvent);
    if (transport.is('open') && hold.isFull()) hold.strike();
    isPumping = false;
    reader.compact();
    transport.writeDueAcks();
    if (transport.is('closed')) return;
    if (!mayReadOn() || hold.isFull()) socket.pause();
    else if (socket.isPaused()) socket.resume();
  };

  const mayReadOn = (): boolean =>
    (transport.is('new') || transport.is('open')) && !handler.isWaitingForRoom() && acks.hasRoom();

  /** Returns false when there is no complete packet, or the packet has to wait and stays unread. */
  const readNext = (): boolean => {
    if (reader.isEmpty()) return false;
    const isNew = transport.is('new');
    const frame = reader.peek(isNew ? MAX_CONNECT_BODY_BYTES : MAX_BODY_BYTES);
    if (isNew && reader.firstByte() !== CONNECT_FIRST_BYTE) return transport.refuse('the first packet is no CONNECT');
    if (frame === 'incomplete') return false;
    if (typeof frame === 'string') return transport.refuse(frame);
    return handler.handle(frame);
  };

  return {
    pump,
    sendAcks: (): void => {
      if (isPumping) return;
      transport.writeDueAcks();
      if (socket.isPaused() && mayReadOn()) pump();
    },
  };
}
