// The interface between a connection and the connection manager.
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { StatusMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { DisconnectReason } from '../device-message.ts';
import type { Source } from '../ingest/entry.ts';
import type { ConnackCode } from './control-packets.ts';
import type { Spending, SpendingKind } from '../flood/message-limits.ts';
import type { PublishPacket } from './publish-packet.ts';
import type { MqttSession } from './sessions.ts';
import type { StrikeVerdict } from '../flood/strikes.ts';

export interface Connection extends Source {
  readonly connectionNumber: number;
  readonly fingerprint: string | null;
  readonly address: string;
  readonly will: StatusMessage | null;
  /** The certificate of the device has ended. Only certificate messages are read. */
  readonly isForRenewal: boolean;
  isOpen(): boolean;
  isClosed(): boolean;
  register(deviceId: number | null): void;
  /** Whether the device has subscribed to commands. */
  isListening(): boolean;
  send(message: CommandMessage): 'sent' | 'not_sent';
  /** Publishes the answer to a certificate message, if the device has subscribed to them. */
  publishCertificate(answer: CertificateAnswer): void;
  /** Ends the connection from the server's side. Acknowledgements that are already due are still sent. */
  close(reason: DisconnectReason): void;
  /** Stops reading for good, so that messages in flight can be settled before the end. */
  stopReading(): void;
  /** Ends the connection when the device was silent for too long. */
  checkTime(nowMs: number): void;
}

export type Admission =
  /** `isForRenewal`: the certificate has ended, so the device may only renew it. */
  | { readonly admitted: true; readonly deviceId: number | null; readonly isForRenewal: boolean }
  | { readonly admitted: false; readonly code: ConnackCode; readonly reason: string };

export interface ConnectionHost {
  now(): Date;
  after(delayMs: number, run: () => void): void;
  /** Ends the socket of a lost connection soon. Ending thousands of sockets at once would delay pages. */
  endLater(end: () => void): void;
  nextConnectionNumber(): number;
  readonly receiveWindow: number;
  /** Queries the registry, and makes this the only connection of its serial. */
  admit(connection: Connection): Promise<Admission>;
  /** Opens or resumes the MQTT session of an admitted device. */
  openSession(connection: Connection, isClean: boolean): { session: MqttSession; isPresent: boolean };
  /** Called after CONNACK was written. */
  onOpen(connection: Connection): void;
  onRefused(connection: Connection, reason: string): void;
  onDefect(connection: Connection, error: unknown): void;
  /** `reason` is null when the connection was never accepted. */
  onClosed(connection: Connection, reason: DisconnectReason | null): void;
  onReady(connection: Connection): void;
  onCommandAcknowledged(requestId: string, serial: string): void;
  /** Takes a packet from the budgets of the device. */
  spend(connection: Connection, what: SpendingKind, sizeBytes: number): Spending;
  /** Called while a held device goes on sending. The connection must end unless this is `noted`. */
  strike(connection: Connection): StrikeVerdict;
  take(connection: Connection, kind: DeviceMessageKind, packet: PublishPacket, receivedAt: Date): void;
  countEvent(connection: Connection, packetId: number): void;
  isFull(connection: Connection, kind: DeviceMessageKind): boolean;
  whenRoom(connection: Connection, kind: DeviceMessageKind, run: () => void): void;
}
