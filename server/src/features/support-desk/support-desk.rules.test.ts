import { expect, test } from 'vitest';
import { presentCertificate } from './support-desk.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const valid = {
  kind: 'operational',
  standing: 'current',
  issuedAt: now,
  expiresAt: later,
  revokedAt: null,
  revokeReason: null,
} as const;

test.each([
  ['valid', {}],
  ['next', { standing: 'next' }],
  ['retiring', { standing: 'retiring' }],
  ['ended', { expiresAt: now }],
  ['renewed', { revokedAt: now, revokeReason: 'renewed', expiresAt: now }],
  ['revoked', { revokedAt: now, revokeReason: 'revoked by hand' }],
] as const)('shows a certificate as %s with its end and without its fingerprint [REG-12]', (state, changed) => {
  const { expiresAt } = { ...valid, ...changed };
  expect(presentCertificate({ ...valid, ...changed }, now)).toEqual({
    ...{ kind: 'operational', state },
    ...{ issuedAt: now.toISOString(), endsAt: expiresAt.toISOString() },
  });
});
