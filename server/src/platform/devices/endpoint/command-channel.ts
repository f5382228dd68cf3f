// Commands to a device: its subscription to them, their writing and their PUBACKs.
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { certificateTopic, commandTopic, refusalTopic } from '@trace/contract/device-protocol/topics';

import type { HandledKind } from '../device-message.ts';
import { plainPublish, readControlPacket, suback, unsuback } from './control-packets.ts';
import type { Frame } from './frames.ts';
import { readPuback } from './publish-packet.ts';
import type { MqttSession } from './sessions.ts';
import { grantSubscriptions } from './subscribe.rules.ts';
import type { ConnectionParts } from './transport.ts';

export type CommandChannel = ReturnType<typeof createCommandChannel>;

export function createCommandChannel({ socket, host, connection, transport }: ConnectionParts) {
  const { reader } = transport;
  /** Null before the device is accepted. */
  let session: MqttSession | null = null;
  let wantsRefusals = false;
  let wantsCertificates = false;

  /** Drops the refusal when the device does not read fast enough. */
  const publishRefusal = (kind: HandledKind, reason: string): void => {
    if (!wantsRefusals || !transport.is('open') || !transport.mayTakeMore()) return;
    socket.write(plainPublish(refusalTopic(connection.serial), { v: 1, kind, reason }));
  };

  /** The device repeats its message when it gets no answer. */
  const publishCertificate = (answer: CertificateAnswer): void => {
    if (!wantsCertificates || !transport.is('open') || !transport.mayTakeMore()) return;
    socket.write(plainPublish(certificateTopic(connection.serial), answer));
  };

  const isListening = (): boolean => transport.is('open') && session?.isSubscribed === true;

  const send = (message: CommandMessage): 'sent' | 'not_sent' => {
    if (session === null || !isListening()) return 'not_sent';
    if (session.commands.isFull(message.requestId) || !transport.mayTakeMore()) return 'not_sent';
    socket.write(session.commands.packetFor(message));
    return 'sent';
  };

  /** A resumed session has its subscription already: waiting commands are sent at once. */
  const begin = (opened: MqttSession): void => {
    session = opened;
    if (session.isSubscribed) host.onReady(connection);
  };

  const handlePuback = (frame: Frame): boolean => {
    const packetId = readPuback(reader.bytes, frame);
    if (packetId === null) return transport.refuse('a broken PUBACK');
    const requestId = session?.commands.acknowledge(packetId);
    if (requestId !== undefined) host.onCommandAcknowledged(requestId, connection.serial);
    return true;
  };

  const handleSubscriptions = (frame: Frame): boolean => {
    const packet = readControlPacket(reader.whole(frame));
    if (session === null || packet === null || packet.cmd === 'connect' || !packet.messageId)
      return transport.refuse('a broken SUBSCRIBE');
    if (packet.cmd === 'unsubscribe') {
      if (packet.unsubscriptions.length === 0) return transport.refuse('an UNSUBSCRIBE without filters');
      if (packet.unsubscriptions.includes(commandTopic(connection.serial))) session.isSubscribed = false;
      return transport.write(unsuback(packet.messageId));
    }
    const granted = grantSubscriptions(packet, connection);
    if (granted === null) return transport.refuse('too many filters');
    transport.write(suback(packet.messageId, granted));
    const asksFor = (topic: string): boolean => packet.subscriptions.some((filter) => filter.topic === topic);
    if (asksFor(refusalTopic(connection.serial))) wantsRefusals = true;
    if (asksFor(certificateTopic(connection.serial))) wantsCertificates = true;
    if (connection.isForRenewal || !asksFor(commandTopic(connection.serial))) return true;
    session.isSubscribed = true;
    host.onReady(connection);
    return true;
  };

  return { begin, isListening, publishRefusal, publishCertificate, send, handlePuback, handleSubscriptions };
}
