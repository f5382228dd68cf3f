import type { HeldCertification, OwnCertification } from '@trace/contract/certification/certification.schema';
import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { DAY_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { nobodyCertified } from '#testing/fake-server/devices/fake-server-certification.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { sam, type World } from '#testing/fake-server/fake-server-world.ts';

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const held = (change: Partial<HeldCertification>): HeldCertification => ({
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
  [
    'expires soon',
    // Midnight in Sydney.
    held({ state: 'expiring', endsAt: '2030-06-30T14:00:00.000Z' }),
    /^CERT-001-2024 expires on (30 Jun|Jun 30,) 2030\. .* until it is renewed\.$/,
  ],
  ['was revoked', revoked, /^CERT-001-2024 was revoked on .*You can service your devices until/],
  [
    'expired long ago',
    held({ state: 'ended', reason: 'expired', endsAt: inDays(-40), servicingUntil: inDays(-10) }),
    /^CERT-001-2024 expired on .*Your company's owner or support will take over/,
  ],
])('an installer whose certification %s sees a notice on the first page [CERT-09]', async (_, own, words) => {
  const { screen } = await openPortal('/installer', { world: worldWith(own) });
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /Installer training/ })).toBeVisible();
});

test('the page to register a device says that the certification is not confirmed [CERT-10]', async () => {
  const own: OwnCertification = { state: 'awaiting_confirmation', until: inDays(14) };
  const { screen } = await openPortal('/installer/setup', { world: worldWith(own) });
  const notice = screen.getByRole('region', { name: 'Your certification is waiting for confirmation' });
  await expect.element(notice).toBeVisible();
});

test('a refused registration shows a certification that ended while the form was open [CERT-09]', async () => {
  const { screen, server, world } = await openPortal('/installer/setup', { world: worldWith(held({})) });
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('Trace_FREE');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Verified')).toBeVisible();
  world.certification.own = revoked;
  server.on(registerDevice, () => refuse('forbidden', 'Your installer certification has ended.'));
  await screen.getByRole('button', { name: 'Register Device' }).click();
  await expect.element(screen.getByRole('region', { name: 'Your certification has ended' })).toBeVisible();
});

test.each<[string, OwnCertification, string, RegExp]>([
  [
    'awaits confirmation',
    { state: 'awaiting_confirmation', until: inDays(14) },
    'Your certification is waiting for confirmation',
    /We have emailed that address to ask if it was you\..* contact support before/,
  ],
  [
    'was declined',
    { state: 'missing', reason: 'declined' },
    'Your account has no certification',
    /answered that it was not you\. You cannot register or assign devices\./,
  ],
  [
    'was not confirmed in time',
    { state: 'missing', reason: 'expired' },
    'Your account has no certification',
    /^No one answered our email/,
  ],
  [
    'was taken by its holder',
    { state: 'missing', reason: 'taken' },
    'Your account has no certification',
    /signed up with this certification\. You cannot/,
  ],
  [
    'was released by support',
    { state: 'missing', reason: 'released' },
    'Your account has no certification',
    /^Support released the certification/,
  ],
])('the first page shows the reason and the next step when a claim %s [CERT-10]', async (_, own, title, words) => {
  const { screen } = await openPortal('/installer', { world: worldWith(own) });
  const notice = screen.getByRole('region', { name: title });
  await expect.element(notice.getByText(words)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('shows the notice without devices too, and no notice for a valid certification [CERT-09]', async () => {
  const { screen } = await openPortal('/installer', { world: { ...worldWith(revoked), devices: [], statuses: [] } });
  await expect.element(screen.getByRole('region', { name: 'Your certification has ended' })).toBeVisible();
  await screen.unmount();
  for (const own of [null, held({})]) {
    const { screen: calm } = await openPortal('/installer', { world: worldWith(own) });
    await expect.element(calm.getByText('Needs your attention')).toBeVisible();
    expect(calm.getByText('CERT-001-2024').elements()).toEqual([]);
    await calm.unmount();
  }
});

test.each([
  ['light', 1_440],
  ['dark', 390],
] as const)('axe reports no problem in the notice in %s at %d', async (scheme, width) => {
  await page.viewport(width, 844);
  const { screen } = await openPortal('/installer', { world: worldWith(revoked), scheme });
  await expect.element(screen.getByText('Your certification has ended')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
