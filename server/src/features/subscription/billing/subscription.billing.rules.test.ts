import { expect, test } from 'vitest';
import { choosePlan, isPremiumStatus, premiumUntil, type PlanFacts } from './subscription.billing.rules.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const plan = (change: Partial<PlanFacts> = {}): PlanFacts => ({
  id: 'sub_1',
  status: 'active',
  createdAt: at('2026-03-01'),
  periodEndsAt: at('2026-04-01'),
  endsAt: null,
  ...change,
});

test.each([
  ['active', true],
  ['trialing', true],
  ['past_due', true],
  ['unpaid', false],
  ['canceled', false],
  ['paused', false],
  ['incomplete', false],
  ['incomplete_expired', false],
  ['a word of tomorrow', false],
  ['', false],
])('a plan that is %s gives premium: %s [SUB-05]', (status, expected) => {
  expect(isPremiumStatus(status)).toBe(expected);
  expect(premiumUntil(plan({ status })) !== null).toBe(expected);
});

test('a renewing plan keeps premium for a day after the period, an ending plan does not [SUB-05]', () => {
  expect(premiumUntil(plan())).toEqual(at('2026-04-02'));
  expect(premiumUntil(plan({ endsAt: at('2026-04-01') }))).toEqual(at('2026-04-01'));
  expect(premiumUntil(plan({ status: 'past_due', endsAt: at('2026-03-20') }))).toEqual(at('2026-03-20'));
});

test('chooses a plan with premium first, then a plan that is not over, then the newest [SUB-04]', () => {
  const old = plan({ id: 'old' });
  const over = plan({ id: 'over', status: 'canceled', createdAt: at('2026-03-09') });
  const waiting = plan({ id: 'waiting', status: 'unpaid', createdAt: at('2026-03-05') });
  const fresh = plan({ id: 'fresh', createdAt: at('2026-03-08') });
  const chosen = (...plans: PlanFacts[]): string | undefined => choosePlan(plans)?.id;
  expect(chosen(over, waiting, old)).toBe('old');
  expect(chosen(over, waiting)).toBe('waiting');
  expect(chosen(old, fresh, over)).toBe('fresh');
  expect(chosen(over)).toBe('over');
  expect(chosen()).toBeUndefined();
});
