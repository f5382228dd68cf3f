// The budgets of a device: a limit for its messages, and a count of its alarms that never refuses.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { Clock } from '#platform/clock/clock';

import type { GatewayCounters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { createBudgets } from './budget.ts';
import type { Spending } from './budget.ts';

export interface MessageLimitsOptions {
  readonly limits: GatewayLimits;
  readonly counters: GatewayCounters;
  readonly clock: Clock;
}

export function createMessageLimits({ limits, counters, clock }: MessageLimitsOptions) {
  const budgets = createBudgets(limits);
  const eventBudgets = createBudgets(limits);

  /** Alarms are never refused. A flood of alarms is counted without decoding. */
  const maySendEvent = (serial: string, sizeBytes: number, nowMs: number): 'within' | 'count_only' => {
    return eventBudgets.spend(serial, sizeBytes, nowMs) === 'within' ? 'within' : 'count_only';
  };

  return {
    maySend: (
      { serial }: { readonly serial: string },
      what: DeviceMessageKind | 'subscription',
      sizeBytes: number,
    ): Spending | 'count_only' => {
      counters.count('received');
      const nowMs = clock.now().getTime();
      if (what === 'event') return maySendEvent(serial, sizeBytes, nowMs);
      const spending = budgets.spend(serial, sizeBytes, nowMs);
      if (spending !== 'within') counters.count('limited');
      return spending;
    },
    forgetOld: (nowMs: number): void => {
      budgets.forgetOld(nowMs);
      eventBudgets.forgetOld(nowMs);
    },
  };
}
