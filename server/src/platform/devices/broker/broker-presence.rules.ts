// What a message says about the presence of its device. The broker knows who is connected; Trace knows what it is told.
import type { StatusMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

/** Messages of a device that is connected now. Positions, events and logs can be old, and come by another way. */
const LIVE_KINDS = new Set<DeviceMessageKind>(['heartbeat', 'reply', 'update']);

export type PresenceHint =
  /** Says nothing. */
  | 'none'
  | 'here'
  /** The device said that it goes. */
  | 'goes'
  /** The broker published the last will: the connection was lost. */
  | 'lost';

/** @param status the decoded status message, or null for another kind and for a broken message */
export function presenceHint(kind: DeviceMessageKind, status: StatusMessage | null): PresenceHint {
  if (kind !== 'status') return LIVE_KINDS.has(kind) ? 'here' : 'none';
  if (status === null) return 'none';
  // The will was made when the connection began, so it has no counter.
  if (status.status === 'offline') return status.seq === undefined ? 'lost' : 'goes';
  return status.status === 'sleeping' ? 'goes' : 'here';
}
