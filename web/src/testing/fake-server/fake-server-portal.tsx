import { forgetReplyDrafts } from '#features/tickets/tickets-reply-draft.ts';
import { setZone } from '#lib/format.ts';
import { clearStores } from '#lib/offline/browser-stores.ts';
import { forgetPendingSignOut } from '#lib/session/pending-sign-out.ts';
import { dismissToast, shownToasts } from '#ui/dialogs/toast-list.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { Portal } from '../../portal.tsx';
import { startWorld, type World } from './fake-server-world.ts';

interface OpenOptions {
  world?: Partial<World>;
  scheme?: 'light' | 'dark';
  /** By how much the server's clock is ahead of this browser's. */
  clockAheadMs?: number;
  /** Opens the portal as after a reload, so the saved state of the previous page stays. */
  isReload?: boolean;
  isReachable?: boolean;
}

/** Opens the whole portal at an address, before a fake server that ends with the test. */
export async function openPortal(address: string, options: OpenOptions = {}) {
  const { world: change = {}, scheme = 'light', clockAheadMs = 0, isReload = false, isReachable = true } = options;
  // Toasts and drafts outlive their page, so those of the previous test end.
  for (const toast of shownToasts.get()) dismissToast(toast.id);
  forgetReplyDrafts();
  if (!isReload) {
    await clearStores();
    forgetPendingSignOut();
  }
  const { server, world } = startWorld(change);
  server.setClockAhead(clockAheadMs);
  server.setReachable(isReachable);
  const history = createMemoryHistory({ initialEntries: [address] });
  const screen = await render(<Portal history={history} forceScheme={scheme} />);
  onTestFinished(async () => {
    await screen.unmount();
    // The zone of the signed-in user would outlive the page.
    setZone(null);
    server.stop();
    // If this node stayed, the dialogs of the next test would come before its page.
    document.querySelector('[data-mantine-shared-portal-node]')?.remove();
  });
  /** Cheaper than a second mount. The colours change at once, because axe would measure them in between. */
  const showScheme = async (next: 'light' | 'dark'): Promise<void> => {
    const still = document.createElement('style');
    still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
    document.head.append(still);
    onTestFinished(() => still.remove());
    await screen.rerender(<Portal history={history} forceScheme={next} />);
    // Mantine changes the scheme in an effect, which may run after this render.
    await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe(next);
  };
  return { server, world, screen, history, showScheme };
}
