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
])('SUB-05 a plan that is %s gives premium: %s', (status, expected) => {
  expect(isPremiumStatus(status)).toBe(expected);
  expect(premiumUntil(plan({ status })) !== null).toBe(expected);
});

test('SUB-05 a plan that renews has a day for the news of it, one that ends has none', () => {
  expect(premiumUntil(plan())).toEqual(at('2026-04-02'));
  expect(premiumUntil(plan({ endsAt: at('2026-04-01') }))).toEqual(at('2026-04-01'));
  expect(premiumUntil(plan({ status: 'past_due', endsAt: at('2026-03-20') }))).toEqual(at('2026-03-20'));
});

test('SUB-04 of several plans the one that gives premium counts, then the one that lives, then the newest', () => {
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
