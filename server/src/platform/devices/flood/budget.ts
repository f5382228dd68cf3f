// Limits what a device sends. Kept per serial, so that reconnecting refills no budget.
import { MINUTE_MS } from '@trace/contract/kernel/time';

import type { GatewayLimits } from '../limits.ts';

interface Budget {
  messages: number;
  bytes: number;
  refilledMs: number;
}

type BudgetLimits = Pick<GatewayLimits, 'sustainedPerSec' | 'burst' | 'bytesPerMin'>;

export interface Budgets {
  /** Takes a packet from a device's budget and returns 0, or returns the wait in ms until the budget has enough. */
  spend(serial: string, sizeBytes: number, nowMs: number): number;
  forgetOld(nowMs: number): void;
}

export function createBudgets(limits: BudgetLimits): Budgets {
  const bySerial = new Map<string, Budget>();

  const open = (serial: string, nowMs: number): Budget => {
    const budget = { messages: limits.burst, bytes: limits.bytesPerMin, refilledMs: nowMs };
    bySerial.set(serial, budget);
    return budget;
  };

  return {
    spend: (serial, sizeBytes, nowMs) => spend(bySerial.get(serial) ?? open(serial, nowMs), sizeBytes, limits, nowMs),
    forgetOld: (nowMs) => {
      for (const [serial, budget] of bySerial) if (isFull(budget, limits, nowMs)) bySerial.delete(serial);
    },
  };
}

function spend(budget: Budget, sizeBytes: number, limits: BudgetLimits, nowMs: number): number {
  refill(budget, limits, nowMs);
  const messagesMissing = 1 - budget.messages;
  const bytesMissing = sizeBytes - budget.bytes;
  if (messagesMissing > 0 || bytesMissing > 0) {
    const messagesMs = (messagesMissing * 1_000) / limits.sustainedPerSec;
    const bytesMs = (bytesMissing * MINUTE_MS) / limits.bytesPerMin;
    return Math.max(1, Math.ceil(messagesMs), Math.ceil(bytesMs));
  }
  budget.messages -= 1;
  budget.bytes -= sizeBytes;
  return 0;
}

/** Whether the budget is full again, so that deleting it loses no information. */
function isFull(budget: Budget, limits: BudgetLimits, nowMs: number): boolean {
  refill(budget, limits, nowMs);
  return budget.messages >= limits.burst && budget.bytes >= limits.bytesPerMin;
}

function refill(budget: Budget, limits: BudgetLimits, nowMs: number): void {
  // The clock can be set back: the budget then refills from the new time on.
  const passedMs = Math.max(0, nowMs - budget.refilledMs);
  budget.messages = Math.min(limits.burst, budget.messages + (passedMs * limits.sustainedPerSec) / 1_000);
  budget.bytes = Math.min(limits.bytesPerMin, budget.bytes + (passedMs * limits.bytesPerMin) / MINUTE_MS);
  budget.refilledMs = nowMs;
}
