// A device's connection: reads its packets in order, refuses forbidden packets, and writes answers and commands.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import type { StatusMessage } from '@trace/contract/device-protocol/messages';
import { commandTopic } from '@trace/contract/device-protocol/topics';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { DisconnectReason } from '../device-message.ts';
import { createCommandWindow } from './command-window.ts';
import type { CommandWindow } from './command-window.ts';
import { decideConnect } from './connect.rules.ts';
import type { PeerIdentity } from './connect.rules.ts';
import type { Connection, ConnectionHost } from './connection-host.ts';
import { connack, connackCode, PINGRESP, readControlPacket, suback, unsuback } from './control-packets.ts';
import type { ConnackCode } from './control-packets.ts';
import { MAX_BODY_BYTES, MAX_CONNECT_BODY_BYTES, packetType } from './frames.ts';
import type { Frame } from './frames.ts';
import { createTopicAuthorizer } from './topic-authorization.ts';
import { createPacketReader } from './packet-reader.ts';
import { readPuback, readPublish, writePubacks } from './publish-packet.ts';
import { grantSubscriptions } from './subscribe.rules.ts';

/**
 * new: no packet yet · admitting: the registry is queried · open · stopped: no longer read, still acknowledged · closed
 */
type State = 'new' | 'admitting' | 'open' | 'stopped' | 'closed';

const CONNECT_FIRST_BYTE = 0x10;
/** A device that leaves more bytes than this unread gets no more commands. */
const MAX_UNREAD_BYTES = 64 * 1024;
const SILENCE_FACTOR = 1.5;
/** Time for the other side to receive the last bytes before the socket is destroyed. */
const LINGER_MS = 2_000;

/**
 * All functions of one connection share its state, so they are in one closure.
 * @param identity the certificate's, or null on the development listener
 */
export function createConnection(socket: Socket, identity: PeerIdentity | null, host: ConnectionHost): Connection {
  const reader = createPacketReader();
  const openedMs = host.now().getTime();
  let state: State = 'new';
  let serial = identity?.serial ?? '';
  let deviceId: number | null = null;
  let connectionNumber = 0;
  let will: StatusMessage | null = null;
  let keepAliveMs = 0;
  let receivedAt = new Date(openedMs);
  let kindOf = createTopicAuthorizer(serial);
  let isPumping = false;
  let waitsForRoom = false;
  let inFlight = 0;
  let dueAcks: number[] = [];
  let isSubscribed = false;
  let commands: CommandWindow | null = null;

  const onData = (chunk: Buffer): void => {
    if (state === 'closed') return;
    receivedAt = host.now();
    reader.append(chunk);
    pump();
  };

  /** Handles packets until the bytes end or a packet has to wait. */
  const pump = (): void => {
    if (isPumping) return;
    isPumping = true;
    while (mayReadOn() && handleNext());
    isPumping = false;
    reader.compact();
    writeDueAcks();
    if (!mayReadOn() && state !== 'closed') socket.pause();
    else if (socket.isPaused()) socket.resume();
  };

  const mayReadOn = (): boolean =>
    (state === 'new' || state === 'open') && !waitsForRoom && inFlight <= host.receiveWindow;

  /** Returns false when there is no complete packet, or the packet has to wait and stays unread. */
  const handleNext = (): boolean => {
    if (reader.isEmpty()) return false;
    const frame = reader.peek(state === 'new' ? MAX_CONNECT_BODY_BYTES : MAX_BODY_BYTES);
    if (state === 'new' && reader.firstByte() !== CONNECT_FIRST_BYTE) return refuse('the first packet is no CONNECT');
    if (frame === 'incomplete') return false;
    if (typeof frame === 'string') return refuse(frame);
    if (state === 'open' && frame.type === packetType.publish) return handlePublish(frame);
    reader.take(frame);
    return state === 'new' ? handleConnect(frame) : handleControl(frame);
  };

  const handleConnect = (frame: Frame): boolean => {
    const packet = frame.type === packetType.connect ? readControlPacket(reader.whole(frame)) : null;
    if (packet?.cmd !== 'connect') return refuse('the first packet is no CONNECT');
    const decision = decideConnect(packet, identity);
    if (!decision.accepted) return refuseConnect(decision.code, decision.reason);
    state = 'admitting';
    ({ serial, keepAliveMs, will } = decision);
    kindOf = createTopicAuthorizer(serial);
    connectionNumber = host.nextConnectionNumber();
    admit().catch((error: unknown) => {
      host.onDefect(connection, error);
      socket.destroy();
    });
    return false;
  };

  const admit = async (): Promise<void> => {
    const admission = await host.admit(connection);
    if (state !== 'admitting') return;
    if (!admission.admitted) {
      refuseConnect(admission.code, admission.reason);
      return;
    }
    ({ deviceId } = admission);
    state = 'open';
    socket.write(connack(connackCode.accepted));
    host.onOpen(connection);
    pump();
  };

  const handlePublish = (frame: Frame): boolean => {
    const packet = readPublish(reader.bytes, frame);
    const kind = packet === null ? null : kindOf(packet.topic);
    if (packet === null || kind === null || packet.qos > 1 || packet.retain)
      return refuse('a publish that is not allowed');
    if (host.isFull(connection, kind)) return waitForRoom(kind);
    reader.take(frame);
    const spending = host.maySend(connection, kind, frame.end - frame.start);
    if (spending === 'struck_out') return refuse('beyond its limits');
    if (spending === 'beyond') return true;
    inFlight += 1;
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
      if (state === 'open') pump();
    });
    return false;
  };

  const handleControl = (frame: Frame): boolean => {
    switch (frame.type) {
      case packetType.pingreq:
        return write(PINGRESP);
      case packetType.puback:
        return handlePuback(frame);
      case packetType.subscribe:
      case packetType.unsubscribe:
        return handleSubscriptions(frame);
      case packetType.disconnect:
        // A good-bye: the will is not due.
        will = null;
        return close('closed');
      default:
        return refuse('a packet that is not allowed');
    }
  };

  const handlePuback = (frame: Frame): boolean => {
    const packetId = readPuback(reader.bytes, frame);
    if (packetId === null) return refuse('a broken PUBACK');
    const requestId = commands?.acknowledge(packetId);
    if (requestId !== undefined) host.onCommandAcknowledged(requestId, serial);
    return true;
  };

  const handleSubscriptions = (frame: Frame): boolean => {
    if (host.maySend(connection, 'subscription', frame.end - frame.start) !== 'within')
      return refuse('beyond its limits');
    const packet = readControlPacket(reader.whole(frame));
    if (packet === null || packet.cmd === 'connect' || packet.messageId === undefined)
      return refuse('a broken SUBSCRIBE');
    if (packet.cmd === 'unsubscribe') {
      if (packet.unsubscriptions.includes(commandTopic(serial))) isSubscribed = false;
      return write(unsuback(packet.messageId));
    }
    const granted = grantSubscriptions(packet, serial);
    if (granted === null) return refuse('too many filters');
    write(suback(packet.messageId, granted));
    if (granted.every((qos) => qos > 1)) return true;
    isSubscribed = true;
    host.onReady(connection);
    return true;
  };

  /** Returns false when the device does not read, because memory for unread bytes is limited. */
  const write = (bytes: Buffer): boolean => {
    if (socket.writableLength > MAX_UNREAD_BYTES) return refuse('it does not read');
    socket.write(bytes);
    return true;
  };

  const send = (message: CommandMessage): 'sent' | 'not_connected' => {
    commands ??= createCommandWindow(serial);
    const mayTakeMore = !commands.isFull() && socket.writableLength < MAX_UNREAD_BYTES;
    if (state !== 'open' || !isSubscribed || !mayTakeMore) return 'not_connected';
    socket.write(commands.packetFor(message));
    return 'sent';
  };

  const settle = (packetId: number): boolean => {
    inFlight -= 1;
    return packetId === 0 || dueAcks.push(packetId) === 1;
  };

  const sendAcks = (): void => {
    if (isPumping) return;
    writeDueAcks();
    if (socket.isPaused() && mayReadOn()) pump();
  };

  const writeDueAcks = (): void => {
    if (dueAcks.length === 0) return;
    const packetIds = dueAcks;
    dueAcks = [];
    if (state !== 'closed') write(writePubacks(packetIds));
  };

  const refuseConnect = (code: ConnackCode, reason: string): false => {
    socket.write(connack(code));
    return refuse(reason);
  };

  const refuse = (reason: string): false => {
    host.onRefused(connection, reason);
    return close('misbehaved');
  };

  const close = (reason: DisconnectReason): false => {
    if (state === 'closed') return false;
    const wasOpen = state === 'open' || state === 'stopped';
    writeDueAcks();
    state = 'closed';
    reader.clear();
    socket.end();
    // Reads and drops further bytes, so that the end of the stream is seen.
    socket.resume();
    host.after(LINGER_MS, () => socket.destroy());
    host.onClosed(connection, wasOpen ? reason : null);
    return false;
  };

  const checkTime = (nowMs: number): void => {
    if (state === 'new' && nowMs - openedMs > deviceProtocol.connectWithinMs) refuse('no CONNECT in time');
    // While the server does not read the socket, silence is not the device's fault.
    const isSilent = !socket.isPaused() && nowMs - receivedAt.getTime() > keepAliveMs * SILENCE_FACTOR;
    if (state === 'open' && isSilent) close('keep_alive');
  };

  const connection: Connection = {
    get serial() {
      return serial;
    },
    get deviceId() {
      return deviceId;
    },
    get connectionNumber() {
      return connectionNumber;
    },
    get will() {
      return will;
    },
    connectionId: randomUUID(),
    fingerprint: identity?.fingerprint ?? null,
    address: socket.remoteAddress ?? '',
    isOpen: () => state === 'open',
    isClosed: () => state === 'closed',
    register: (id) => {
      deviceId = id;
    },
    send,
    settle,
    sendAcks,
    close,
    stopReading: () => {
      if (state !== 'open') return;
      state = 'stopped';
      socket.pause();
    },
    checkTime,
  };

  socket.on('data', onData);
  for (const ending of ['error', 'end', 'close']) socket.on(ending, () => close('lost'));
  return connection;
}
