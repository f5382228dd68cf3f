// Limits the messages of a device. Kept per serial, so that reconnecting refills no budget.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';

import type { GatewayLimits } from '../limits.ts';

interface Budget {
  messages: number;
  bytes: number;
  refilledMs: number;
  strikes: number;
  struckMs: number;
}

export type Spending = 'within' | 'beyond' | 'struck_out';

type BudgetLimits = Pick<GatewayLimits, 'sustainedPerSec' | 'burst' | 'bytesPerMin'>;

/** Exceeding the budget counts as a single strike per second, so that a burst of packets is a single strike. */
const STRIKE_EVERY_MS = 1_000;
const STRIKES_FORGOTTEN_MS = MINUTE_MS;
const STRIKES_ALLOWED = deviceProtocol.strikesBeforeDisconnect;

export interface Budgets {
  /** Takes a message from a device's budget. Messages beyond the budget must not be acknowledged. */
  spend(serial: string, sizeBytes: number, nowMs: number): Spending;
  forgetOld(nowMs: number): void;
}

export function createBudgets(limits: BudgetLimits): Budgets {
  const bySerial = new Map<string, Budget>();

  const open = (serial: string, nowMs: number): Budget => {
    const budget = {
      messages: limits.burst,
      bytes: limits.bytesPerMin,
      refilledMs: nowMs,
      strikes: 0,
      struckMs: -Infinity,
    };
    bySerial.set(serial, budget);
    return budget;
  };

  return {
    spend: (serial, sizeBytes, nowMs) => spend(bySerial.get(serial) ?? open(serial, nowMs), sizeBytes, limits, nowMs),
    forgetOld: (nowMs) => {
      for (const [serial, budget] of bySerial) if (isUntouched(budget, limits, nowMs)) bySerial.delete(serial);
    },
  };
}

function spend(budget: Budget, sizeBytes: number, limits: BudgetLimits, nowMs: number): Spending {
  refill(budget, limits, nowMs);
  if (budget.messages < 1 || budget.bytes < sizeBytes) return strike(budget, nowMs);
  budget.messages -= 1;
  budget.bytes -= sizeBytes;
  return 'within';
}

/** Whether the budget is full again, so that deleting it loses no information. */
function isUntouched(budget: Budget, limits: BudgetLimits, nowMs: number): boolean {
  refill(budget, limits, nowMs);
  const isFull = budget.messages >= limits.burst && budget.bytes >= limits.bytesPerMin;
  return isFull && nowMs - budget.struckMs > STRIKES_FORGOTTEN_MS;
}

function refill(budget: Budget, limits: BudgetLimits, nowMs: number): void {
  const passedMs = nowMs - budget.refilledMs;
  if (passedMs <= 0) return;
  budget.messages = Math.min(limits.burst, budget.messages + (passedMs * limits.sustainedPerSec) / 1_000);
  budget.bytes = Math.min(limits.bytesPerMin, budget.bytes + (passedMs * limits.bytesPerMin) / MINUTE_MS);
  budget.refilledMs = nowMs;
}

function strike(budget: Budget, nowMs: number): Spending {
  const sinceMs = nowMs - budget.struckMs;
  if (sinceMs < STRIKE_EVERY_MS) return 'beyond';
  budget.strikes = sinceMs > STRIKES_FORGOTTEN_MS ? 1 : budget.strikes + 1;
  budget.struckMs = nowMs;
  if (budget.strikes < STRIKES_ALLOWED) return 'beyond';
  budget.strikes = 0;
  return 'struck_out';
}
