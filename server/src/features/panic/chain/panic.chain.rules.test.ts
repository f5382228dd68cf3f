import { expect, test } from 'vitest';
import { planChain, planTest, type ChainPerson, type WearerChain } from './panic.chain.rules.ts';

const SETTINGS = { nextContactMs: 30_000, supportMs: 90_000 };

const person = (role: ChainPerson['role'], id: string): ChainPerson => ({
  role,
  accountId: role === 'contact' ? null : id,
  contactId: role === 'contact' ? id : null,
  wearerId: null,
  name: id,
  email: null,
  phone: null,
  channels: ['portal', 'push', 'email'],
});

const support = [person('support', 'priya')];
const chain = (fields: Partial<WearerChain> = {}): WearerChain => ({
  wearer: person('wearer', 'mia'),
  isPremium: true,
  contacts: [person('contact', 'jonas'), person('contact', 'ana'), person('contact', 'leo')],
  company: [person('company', 'ivan')],
  ...fields,
});

const turns = (planned: ReturnType<typeof planChain>): string[] =>
  planned.map(({ name, dueMs, rank }) => `${dueMs / 1_000} ${name}${rank === null ? '' : ` #${rank}`}`);

test.each([
  [
    'the wearer and the first contact, each further contact, then company and support',
    [chain()],
    ['0 mia', '0 jonas #1', '30 ana #2', '60 leo #3', '90 ivan', '90 priya'],
  ],
  [
    'company and support after the first pause without a contact',
    [chain({ contacts: [] })],
    ['0 mia', '30 ivan', '30 priya'],
  ],
  ['nobody but the wearer on the free plan', [chain({ isPremium: false })], ['0 mia']],
  ['company and support at once without a wearer [PANIC-09]', [chain({ wearer: null })], ['0 ivan', '0 priya']],
  ['support alone without a device [PANIC-09]', [], ['0 priya']],
  [
    'both wearers of a hub with two devices, and each person once [PANIC-09]',
    [chain({ contacts: [] }), chain({ wearer: person('wearer', 'noah'), isPremium: false })],
    ['0 mia', '0 noah', '30 ivan', '30 priya'],
  ],
] as const)('notifies %s [PANIC-04]', (_, chains, expected) => {
  expect(turns(planChain(chains, support, SETTINGS))).toEqual(expected);
});

test('shows the incident on the free plan in the portal alone [PANIC-03]', () => {
  const [wearer] = planChain([chain({ isPremium: false })], support, SETTINGS);
  expect(wearer!.channels).toEqual(['portal']);
});

test('notifies the wearer and the contacts of a test at once, and never the company [PANIC-08]', () => {
  expect(turns(planTest([chain()], []))).toEqual(['0 mia', '0 jonas #1', '0 ana #2', '0 leo #3']);
});

test('shows a test to a wearer on the free plan in the portal alone, and to no contact [PANIC-03] [PANIC-08]', () => {
  const planned = planTest([chain({ isPremium: false })], support);
  expect(turns(planned)).toEqual(['0 mia', '0 priya']);
  expect(planned[0]!.channels).toEqual(['portal']);
});
