// The messages that the gateway passes to the features: decoded, in batches, inside a transaction.
import type {
  CertificateMessage,
  EventMessage,
  HeartbeatMessage,
  LocationMessage,
  LogMessage,
  ReplyMessage,
  StatusMessage,
  UpdateMessage,
} from '@trace/contract/device-protocol/messages';

import type { DedicatedTransaction } from '#platform/db/database';

export type DisconnectReason =
  | 'taken_over'
  | 'closed'
  | 'lost'
  | 'keep_alive'
  | 'revoked'
  | 'server_stops'
  | 'misbehaved';

/**
 * A connection began or ended. `connectionNumber` grows with every connection, also across restarts and processes:
 * a disconnect is stale when a connection with a higher number of that device is already known.
 */
export interface PresenceMessage {
  connected: boolean;
  connectionId: string;
  connectionNumber: number;
  reason: 'connected' | DisconnectReason;
  /** The last will, when the connection ended without a DISCONNECT of the device. */
  will: StatusMessage | null;
  address: string;
}

export interface MessageOfKind {
  location: LocationMessage;
  heartbeat: HeartbeatMessage;
  status: StatusMessage;
  log: LogMessage;
  event: EventMessage;
  update: UpdateMessage;
  certificate: CertificateMessage;
  reply: ReplyMessage;
  presence: PresenceMessage;
}

export type HandledKind = keyof MessageOfKind;

export interface DeviceMessage<Message> {
  readonly deviceId: number;
  readonly serial: string;
  readonly connectionId: string;
  readonly receivedAt: Date;
  /** The device's own time when credible, otherwise the server's time with `skewed` set. */
  readonly at: Date;
  readonly skewed: boolean;
  readonly message: Message;
}

export interface DeviceHandler<Kind extends HandledKind> {
  /** Names the handler in logs when the handler fails. */
  readonly name: string;
  readonly kind: Kind;
  /** Runs no statement in `store`, only something after the commit. */
  readonly storesNothing?: true;
  /** Locks rows of the registry, which all transactions lock before devices (decision 013). */
  readonly locksRegistry?: true;
  /**
   * Stores a batch; must be repeatable, since a message whose PUBACK was lost comes again with the same boot and seq.
   * A data error makes the gateway split the batch until the bad message stands alone. A returned function runs
   * after the commit and must not throw. `isLast`: no other handler stores after this one, so the last statement may
   * commit.
   */
  store(
    tx: DedicatedTransaction,
    messages: readonly DeviceMessage<MessageOfKind[Kind]>[],
    isLast: boolean,
  ): Promise<void | (() => void)>;
}

export type AnyDeviceHandler = { [Kind in HandledKind]: DeviceHandler<Kind> }[HandledKind];
