import type { LiveOutcome } from '@trace/contract/tracking/tracking.schema';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';

/** Live tracking under its own rules, with a lease per viewer. */
export interface LiveTrackingPort {
  start(actor: Actor, origin: CallOrigin, serial: string, viewerId: string, signal: AbortSignal): Promise<LiveOutcome>;
  stop(actor: Actor, origin: CallOrigin, serial: string, viewerId: string): Promise<void>;
}

/** When devices had a position, without the position. */
export interface FixTimesPort {
  lastFixAt(deviceId: number): Promise<Date | null>;
}
