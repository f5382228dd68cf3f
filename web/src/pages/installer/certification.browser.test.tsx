import type { OwnCertification } from '@trace/contract/certification/certification.schema';
import { DAY_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { nobodyCertified } from '#testing/fake-server-certification.ts';
import { openPortal } from '#testing/fake-server-portal.tsx';
import { sam, type World } from '#testing/fake-server-world.ts';

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const held = (change: Partial<OwnCertification>): OwnCertification => ({
  number: 'CERT-001-2024',
  state: 'valid',
  reason: null,
  endsAt: inDays(200),
  servicingUntil: null,
  ...change,
});
const worldWith = (own: OwnCertification | null): Partial<World> => ({
  person: sam,
  certification: { ...nobodyCertified(), own, trainingUrl: 'https://training.example.com/' },
});
const revoked = held({ state: 'ended', reason: 'revoked', endsAt: inDays(-2), servicingUntil: inDays(28) });

test.each([
  ['ends soon', held({ state: 'expiring', endsAt: inDays(9) }), /^CERT-001-2024 ends on .* until it is renewed\.$/],
  ['was revoked', revoked, /^CERT-001-2024 was revoked on .*You can service your devices until/],
  [
    'expired long ago',
    held({ state: 'ended', reason: 'expired', endsAt: inDays(-40), servicingUntil: inDays(-10) }),
    /^CERT-001-2024 expired on .*Your company's owner or support takes over/,
  ],
])('CERT-09 an installer whose certification %s is told on the first page', async (_, own, words) => {
  const { screen } = await openPortal('/installer', { world: worldWith(own) });
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /Installer training/ })).toBeVisible();
});

test('CERT-09 it is told without devices too, and not while all is well', async () => {
  const { screen } = await openPortal('/installer', { world: { ...worldWith(revoked), devices: [], statuses: [] } });
  await expect.element(screen.getByRole('region', { name: 'Your certification has ended' })).toBeVisible();
  await screen.unmount();
  for (const own of [null, held({})]) {
    const { screen: calm } = await openPortal('/installer', { world: worldWith(own) });
    await expect.element(calm.getByText('Waiting for you')).toBeVisible();
    expect(calm.getByText('CERT-001-2024').elements()).toEqual([]);
    await calm.unmount();
  }
});

test.each([
  ['light', 1_440],
  ['dark', 390],
] as const)('axe finds nothing in the notice in %s at %d', async (scheme, width) => {
  await page.viewport(width, 844);
  const { screen } = await openPortal('/installer', { world: worldWith(revoked), scheme });
  await expect.element(screen.getByText('Your certification has ended')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
