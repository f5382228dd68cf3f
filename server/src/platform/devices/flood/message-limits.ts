// The budgets of a device: for its messages, for its alarms, which never wait for messages, and for all other packets.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { Clock } from '#platform/clock/clock';

import type { GatewayCounters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { createBudgets } from './budget.ts';
import { createStrikes } from './strikes.ts';
import type { StrikeVerdict } from './strikes.ts';

/** `count_only`: acknowledge the event without decoding, because many like it came before. */
export type Spending = 'within' | 'count_only' | { readonly waitMs: number };

/** `control`: PINGREQ, PUBACK, SUBSCRIBE and UNSUBSCRIBE. */
export type SpendingKind = DeviceMessageKind | 'control';

export interface MessageLimitsOptions {
  readonly limits: GatewayLimits;
  readonly counters: GatewayCounters;
  readonly clock: Clock;
}

/** Counting an event costs little, so that the flood of one kind of alarm does not delay the other kinds. */
const COUNTED_EVENTS_FACTOR = 10;

export type MessageLimits = ReturnType<typeof createMessageLimits>;

export function createMessageLimits({ limits, counters, clock }: MessageLimitsOptions) {
  const strikes = createStrikes();
  const messages = createBudgets(limits);
  const control = createBudgets(limits);
  const events = createBudgets(limits);
  const countedEvents = createBudgets({
    sustainedPerSec: limits.sustainedPerSec * COUNTED_EVENTS_FACTOR,
    burst: limits.burst * COUNTED_EVENTS_FACTOR,
    bytesPerMin: limits.bytesPerMin * COUNTED_EVENTS_FACTOR,
  });

  const received = (spending: 'within' | 'count_only'): Spending => {
    counters.count('received');
    return spending;
  };

  const held = (waitMs: number): Spending => {
    counters.count('limited');
    return { waitMs };
  };

  const spendEvent = (serial: string, sizeBytes: number, nowMs: number): Spending => {
    if (events.spend(serial, sizeBytes, nowMs) === 0) return received('within');
    const waitMs = countedEvents.spend(serial, sizeBytes, nowMs);
    return waitMs === 0 ? received('count_only') : held(waitMs);
  };

  return {
    spend: ({ serial }: { readonly serial: string }, what: SpendingKind, sizeBytes: number): Spending => {
      const nowMs = clock.now().getTime();
      if (what === 'event') return spendEvent(serial, sizeBytes, nowMs);
      const waitMs = (what === 'control' ? control : messages).spend(serial, sizeBytes, nowMs);
      if (waitMs > 0) return held(waitMs);
      return what === 'control' ? 'within' : received('within');
    },
    strike: (serial: string): StrikeVerdict => strikes.strike(serial, clock.now().getTime()),
    forgetOld: (nowMs: number): void => {
      for (const budgets of [messages, control, events, countedEvents]) budgets.forgetOld(nowMs);
      strikes.forgetOld(nowMs);
    },
  };
}
