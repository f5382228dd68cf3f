// The gateway's own limits. Limits for devices are in the contract. Benches and tests may raise or lower these.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

export interface GatewayLimits {
  readonly maxConnections: number;
  /** Connections whose device has not been accepted yet: in total, and from one network. */
  readonly maxPending: number;
  readonly maxPendingPerNetwork: number;
  readonly handshakeMs: number;
  /** Unacknowledged messages of a connection that the gateway reads. Further messages wait in the socket. */
  readonly receiveWindow: number;
  readonly sustainedPerSec: number;
  /** Messages that a device may send at once above the sustained rate. */
  readonly burst: number;
  readonly bytesPerMin: number;
  readonly takeoversPerMin: number;
  /** Unreadable messages that are stored per device and day. Further ones are only counted. */
  readonly quarantinePerDay: number;
  /** Messages and bytes in one lane (a queue whose messages are stored in batches) before the gateway stops reading the sockets that feed the lane. */
  readonly queuedMessages: number;
  readonly queuedBytes: number;
  readonly batchMessages: number;
  /** The longest wait for queued messages when the server stops. */
  readonly drainMs: number;
}

/**
 * More than the contract allows devices to send, because a device repeats sent messages, read or not. Larger batches
 * drain the backlog of devices without a limit faster (decision 044).
 */
const RECEIVE_WINDOW = 5 * deviceProtocol.receiveWindow;

export const defaultLimits: GatewayLimits = {
  maxConnections: 20_000,
  maxPending: 4_000,
  maxPendingPerNetwork: 500,
  handshakeMs: 5_000,
  receiveWindow: RECEIVE_WINDOW,
  sustainedPerSec: deviceProtocol.sustainedPerSec,
  burst: deviceProtocol.burst,
  bytesPerMin: deviceProtocol.bytesPerMin,
  takeoversPerMin: deviceProtocol.takeoversPerMin,
  quarantinePerDay: deviceProtocol.quarantinePerDay,
  queuedMessages: 50_000,
  queuedBytes: 48 * 1024 * 1024,
  batchMessages: 8_000,
  drainMs: 5_000,
};
