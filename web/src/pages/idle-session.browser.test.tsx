import { leaveBrowser } from '@trace/contract/alerts/alerts.settings.api';
import { getSession, signOut } from '@trace/contract/auth/auth.api';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { expect, test, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { activity } from '#lib/session/activity.ts';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia } from '#testing/fake-server/fake-server-world.ts';

/** Waits until a part of the page shows this. The first warning loads its code, which takes long on a busy machine. */
async function expectShown(place: Locator, words: string | RegExp): Promise<void> {
  await expect.poll(() => place.element().textContent, { timeout: 20_000 }).toMatch(words);
}

const words = 'Your session will expire in 5 minutes due to inactivity. Click OK to continue your session.';
const expired = 'Your session has expired due to inactivity. Please sign in again.';

/** Advances the page's clock by idle minutes and triggers the check that its timer would make. */
async function idle(minutes: number): Promise<void> {
  const at = Date.now() + minutes * MINUTE_MS;
  vi.spyOn(Date, 'now').mockImplementation(() => at);
  globalThis.dispatchEvent(new Event('mousemove'));
}

async function open(change: Parameters<typeof openPortal>[1] = {}) {
  const stop = activity.start();
  const begin = vi.spyOn(activity, 'begin');
  const opened = await openPortal('/user/settings', change);
  await expect.element(opened.screen.getByRole('region', { name: 'Sessions' })).toBeVisible();
  // The warning loads after the page. Idle time counts from then on.
  await expect.poll(() => begin.mock.calls.length).toBe(1);
  return {
    ...opened,
    end: () => {
      stop();
      vi.restoreAllMocks();
      activity.begin();
    },
  };
}

test.each(['light', 'dark'] as const)(
  'the warning has the exact words, and OK also extends the session on the server (%s) [SESS-04]',
  async (scheme) => {
    const { screen, server, end } = await open({ scheme });
    await idle(56);
    const dialog = screen.getByRole('dialog');
    await expectShown(dialog, words);
    const ok = dialog.getByRole('button', { name: 'OK' });
    await expect.element(ok).toHaveFocus();
    expect(await axeFindings()).toEqual([]);
    const before = server.calls(getSession).length;
    await ok.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await vi.waitFor(() => expect(server.calls(getSession).length).toBe(before + 1));
    end();
  },
);

test('an expired session shows the sign-in with the reason, and the page returns after signing in [SESS-03]', async () => {
  const { screen, server, world, history, end } = await open();
  world.person = null;
  await idle(61);
  await expect.element(screen.getByText(expired)).toBeVisible();
  // The session expired without a sign-out, so the service worker for push alerts and the data stored for the user
  // stay.
  await vi.waitFor(() => expect(server.calls(signOut).map(({ query }) => query)).toEqual([{ keepWorker: '1' }]));
  expect(server.calls(leaveBrowser)).toEqual([]);
  expect(history.location.pathname).toBe('/user/settings');
  await screen.getByRole('textbox', { name: 'Email' }).fill(mia.email);
  await screen.getByLabelText(/^Password/).fill('whatever');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByRole('region', { name: 'Sessions' })).toBeVisible();
  expect(screen.getByText(expired).query()).toBeNull();
  end();
});

test('an idle page stays signed in while the server still knows the session [SESS-03]', async () => {
  const { screen, server, end } = await open();
  const before = server.calls(getSession).length;
  await idle(61);
  await vi.waitFor(() => expect(server.calls(getSession).length).toBeGreaterThan(before));
  await expectShown(screen.getByRole('dialog'), words);
  expect(server.calls(signOut)).toEqual([]);
  end();
});
