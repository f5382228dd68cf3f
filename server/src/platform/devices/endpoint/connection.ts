// A device's connection, composed of its parts: handshake, messages from the device, and commands to it.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';

import { createCommandChannel } from './command-channel.ts';
import type { PeerIdentity } from './connect.rules.ts';
import type { Connection, ConnectionHost } from './connection-host.ts';
import { createControlChannel } from './control-channel.ts';
import { packetType } from './frames.ts';
import type { Frame } from './frames.ts';
import { createHandshake } from './handshake.ts';
import type { Session } from './handshake.ts';
import { createHold } from './hold.ts';
import { createPacketPump } from './packet-pump.ts';
import { createPublishIntake } from './publish-intake.ts';
import type { MqttSession } from './sessions.ts';
import { createTransport } from './transport.ts';
import type { ConnectionParts } from './transport.ts';

const SILENCE_FACTOR = 1.5;
/** How long a connection may last whose certificate has ended. */
const RENEWAL_MS = MINUTE_MS;

/** @param identity the certificate's, or null on the development listener */
export function createConnection(socket: Socket, identity: PeerIdentity | null, host: ConnectionHost): Connection {
  const openedMs = host.now().getTime();
  let receivedAt = new Date(openedMs);
  const session: Session = {
    serial: identity?.serial ?? '',
    deviceId: null,
    connectionNumber: 0,
    will: null,
    keepAliveMs: 0,
    isClean: true,
    isForRenewal: false,
  };

  const handle = (frame: Frame): boolean => {
    if (transport.is('open') && frame.type === packetType.publish) return intake.handlePublish(frame, receivedAt);
    const spending = transport.is('open') ? host.spend(connection, 'control', frame.end - frame.start) : 'within';
    if (typeof spending === 'object') return hold.begin(spending.waitMs);
    transport.reader.take(frame);
    return transport.is('new') ? handshake.handleConnect(frame) : control.handle(frame);
  };

  const connection: Connection = {
    connectionId: randomUUID(),
    fingerprint: identity?.fingerprint ?? null,
    address: socket.remoteAddress ?? '',
    get serial() {
      return session.serial;
    },
    get deviceId() {
      return session.deviceId;
    },
    get connectionNumber() {
      return session.connectionNumber;
    },
    get will() {
      return session.will;
    },
    get isForRenewal() {
      return session.isForRenewal;
    },
    isOpen: () => transport.is('open'),
    isClosed: () => transport.is('closed'),
    register: (id) => {
      session.deviceId = id;
    },
    publishRefusal: (kind, reason) => commands.publishRefusal(kind, reason),
    isListening: () => commands.isListening(),
    send: (message) => commands.send(message),
    publishCertificate: (answer) => commands.publishCertificate(answer),
    settle: (packetId) => transport.acks.settle(packetId),
    sendAcks: () => packets.sendAcks(),
    close: (reason) => transport.close(reason),
    stopReading: () => {
      if (!transport.is('open')) return;
      transport.enter('stopped');
      socket.pause();
    },
    checkTime: (nowMs) => {
      if (transport.is('new') && nowMs - openedMs > deviceProtocol.connectWithinMs)
        transport.refuse('no CONNECT in time');
      // The listener checked the validity at the start of the connection alone.
      const endsMs = session.isForRenewal ? openedMs + RENEWAL_MS : identity?.validToMs;
      if (endsMs !== undefined && nowMs > endsMs) transport.close('revoked');
      // While the server does not read the socket, silence is not the device's fault.
      const isSilent = !socket.isPaused() && nowMs - receivedAt.getTime() > session.keepAliveMs * SILENCE_FACTOR;
      if (transport.is('open') && isSilent) transport.close('keep_alive');
    },
  };

  const transport = createTransport(socket, host, connection);
  const parts: ConnectionParts = { socket, host, connection, transport };
  const hold = createHold(parts, () => packets.pump());
  const intake = createPublishIntake(parts, hold, () => packets.pump());
  const commands = createCommandChannel(parts);
  const control = createControlChannel(parts, commands, session);
  const begin = (opened: MqttSession): void => {
    commands.begin(opened);
    packets.pump();
  };
  const handshake = createHandshake(parts, { identity, session, onOpen: begin });
  const packets = createPacketPump(parts, hold, {
    handle,
    takeHeldEvent: (frame) => intake.takeHeldEvent(frame, receivedAt),
    isWaitingForRoom: intake.isWaitingForRoom,
  });

  socket.on('data', (chunk: Buffer) => {
    if (transport.is('closed')) return;
    receivedAt = host.now();
    transport.reader.append(chunk);
    packets.pump();
  });
  // Otherwise Node ends the socket in the same turn as the device. `transport` ends the socket in every case.
  socket.allowHalfOpen = true;
  for (const ending of ['error', 'end', 'close']) socket.on(ending, () => transport.close('lost'));
  return connection;
}
