import { fixTimeOf, hasFix, type ReplyResult } from '@trace/contract/device-protocol/messages';
import { pingRules } from '@trace/contract/ping/ping.rules';

export interface EndedCommand {
  state: 'answered' | 'failed' | 'expired' | 'cancelled';
  finishedAt: Date;
  result: ReplyResult | null;
}

/** The end of a ping: of its command, or of the look at a phone's last report. */
export interface EndedPing extends EndedCommand {
  requestId: string;
}

export type Settlement =
  | { outcome: 'located'; lat: number; lng: number; accuracyM: number | null; fixAt: Date | null }
  | { outcome: 'no_fix' | 'unreachable' | 'cancelled' }
  | { outcome: 'failed'; message: string | null };

/**
 * PING-02 PING-05: maps the end of the command to the outcome of the ping. A device that answered is charged, with or
 * without a fix. An unanswered ping is not charged. The server measures freshness from the arrival of the answer.
 */
export function settlementOf(ended: EndedCommand, now: Date): Settlement {
  if (ended.state === 'cancelled') return { outcome: 'cancelled' };
  if (ended.state === 'expired' || ended.result === null) return { outcome: 'unreachable' };
  const { success, location } = ended.result;
  if (!success) return { outcome: 'failed', message: ended.result.error ?? ended.result.message ?? null };
  const place = { lat: location?.latitude, lng: location?.longitude };
  const isFresh = now.getTime() - ended.finishedAt.getTime() < pingRules.freshMs;
  if (!isFresh || !hasFix(place)) return { outcome: 'no_fix' };
  const fixAt = fixTimeOf(location?.timestamp, ended.finishedAt);
  return { outcome: 'located', lat: place.lat, lng: place.lng, accuracyM: location?.accuracyM ?? null, fixAt };
}

/** Whether an end of this kind counts against the day. */
export const isCharged = (outcome: Settlement['outcome']): boolean =>
  outcome === 'located' || outcome === 'no_fix' || outcome === 'failed';
