// The start of a connection: CONNECT, the query of the registry, and CONNACK.
import type { StatusMessage } from '@trace/contract/device-protocol/messages';

import { flawOfConnect } from './connect-flaws.rules.ts';
import { decideConnect } from './connect.rules.ts';
import type { PeerIdentity } from './connect.rules.ts';
import { connack, connackCode, readControlPacket } from './control-packets.ts';
import type { ConnackCode } from './control-packets.ts';
import { packetType } from './frames.ts';
import type { Frame } from './frames.ts';
import type { MqttSession } from './sessions.ts';
import type { ConnectionParts } from './transport.ts';

/** The facts about the device that CONNECT and the registry give. */
export interface Session {
  serial: string;
  deviceId: number | null;
  connectionNumber: number;
  will: StatusMessage | null;
  keepAliveMs: number;
  isClean: boolean;
  isForRenewal: boolean;
}

interface HandshakeOptions {
  /** Null on the development listener. */
  readonly identity: PeerIdentity | null;
  readonly session: Session;
  /** Called after CONNACK was written, with the MQTT session. */
  readonly onOpen: (opened: MqttSession) => void;
}

export function createHandshake(
  { socket, host, connection, transport }: ConnectionParts,
  { identity, session, onOpen }: HandshakeOptions,
) {
  const handleConnect = (frame: Frame): boolean => {
    const flaw = frame.type === packetType.connect ? flawOfConnect(transport.reader.body(frame)) : 'malformed';
    if (flaw === 'other_version') return refuseConnect(connackCode.protocolRefused, 'only MQTT 3.1.1');
    const packet = flaw === null ? readControlPacket(transport.reader.whole(frame)) : null;
    if (packet?.cmd !== 'connect') return transport.refuse('the first packet is no CONNECT');
    const decision = decideConnect(packet, identity);
    if (!decision.accepted) return refuseConnect(decision.code, decision.reason);
    transport.enter('admitting');
    session.serial = decision.serial;
    session.keepAliveMs = decision.keepAliveMs;
    session.will = decision.will;
    session.isClean = decision.isClean;
    session.connectionNumber = host.nextConnectionNumber();
    admit().catch((error: unknown) => {
      host.onDefect(connection, error);
      socket.destroy();
    });
    return false;
  };

  const admit = async (): Promise<void> => {
    const admission = await host.admit(connection);
    if (!transport.is('admitting')) return;
    if (!admission.admitted) {
      refuseConnect(admission.code, admission.reason);
      return;
    }
    session.deviceId = admission.deviceId;
    session.isForRenewal = admission.isForRenewal;
    transport.enter('open');
    const opened = host.openSession(connection, session.isClean || session.isForRenewal);
    socket.write(connack(connackCode.accepted, opened.isPresent));
    host.onOpen(connection);
    onOpen(opened.session);
  };

  const refuseConnect = (code: ConnackCode, reason: string): false => {
    socket.write(connack(code));
    return transport.refuse(reason);
  };

  return { handleConnect };
}
