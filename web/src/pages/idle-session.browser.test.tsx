import { leaveBrowser } from '@trace/contract/alerts/alerts.settings.api';
import { getSession, signOut } from '@trace/contract/auth/auth.api';
import { expect, test, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { activity } from '#lib/session/activity.ts';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia } from '#testing/fake-server/fake-server-world.ts';

/** Waits until a part of the page shows this. */
async function expectShown(place: Locator, words: string | RegExp): Promise<void> {
  await expect.poll(() => place.element().textContent).toMatch(words);
}

const MINUTE_MS = 60_000;
const words = 'Your session will expire in 5 minutes due to inactivity. Click OK to continue your session.';
const expired = 'Your session has expired due to inactivity. Please sign in again.';

/** Lets idle minutes pass for the page, which is told to look at the clock as its own timer would. */
async function idle(minutes: number): Promise<void> {
  const at = Date.now() + minutes * MINUTE_MS;
  vi.spyOn(Date, 'now').mockImplementation(() => at);
  globalThis.dispatchEvent(new Event('mousemove'));
}

async function open(change: Parameters<typeof openPortal>[1] = {}) {
  const stop = activity.start();
  const opened = await openPortal('/user/settings', change);
  await expect.element(opened.screen.getByRole('region', { name: 'Sessions' })).toBeVisible();
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
  'SESS-04 the warning has the exact words; OK resets on the server too (%s)',
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

test('SESS-03 at the end the sign-in stands in place of the page and says why; the page comes back after it', async () => {
  const { screen, server, world, history, end } = await open();
  world.person = null;
  await idle(61);
  await expect.element(screen.getByText(expired)).toBeVisible();
  // Nobody has signed out: what shows pushed alerts stays, and what is kept for the person.
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

test('SESS-03 the server is the truth: while it knows the session, nobody is sent away', async () => {
  const { screen, server, end } = await open();
  const before = server.calls(getSession).length;
  await idle(61);
  await vi.waitFor(() => expect(server.calls(getSession).length).toBeGreaterThan(before));
  await expectShown(screen.getByRole('dialog'), words);
  expect(server.calls(signOut)).toEqual([]);
  end();
});
