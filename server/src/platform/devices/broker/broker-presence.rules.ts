// Derives the presence of a device from its message: no broker reports connections in a common way.
import type { StatusMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

/** Messages of a connected device. Positions, events and logs can be from a backlog. */
const LIVE_KINDS = new Set<DeviceMessageKind>(['heartbeat', 'reply', 'update']);

export type PresenceHint =
  | 'none'
  | 'here'
  /** The device announced its leave. */
  | 'goes'
  /** The broker published the last will: the connection was lost. */
  | 'lost';

/** @param status the decoded status message, or null for another kind and for a broken message */
export function presenceHint(kind: DeviceMessageKind, status: StatusMessage | null): PresenceHint {
  if (kind !== 'status') return LIVE_KINDS.has(kind) ? 'here' : 'none';
  if (status === null) return 'none';
  // The will is written when the connection begins, without a counter.
  if (status.status === 'offline') return status.seq === undefined ? 'lost' : 'goes';
  return status.status === 'sleeping' ? 'goes' : 'here';
}
