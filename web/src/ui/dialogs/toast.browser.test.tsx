import { mount } from '#testing/mount.tsx';
import { Button } from '@mantine/core';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from './toast.tsx';

/** A page on which a toast has been shown, with a clock that only the test moves. */
async function openWithToast() {
  await page.viewport(1_440, 900);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await mount(
    <main>
      <Button>Ping</Button>
    </main>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    vi.useRealTimers();
  });
  showToast({ tone: 'done', about: 'test', text: 'Changes saved' });
  const toast = screen.getByText('Changes saved');
  await expect.element(toast).toBeVisible();
  // The reading time of the toast, which holds stop.
  await expect.poll(vi.getTimerCount).toBe(1);
  return { screen, toast };
}

test('a toast leaves after its reading time, and stays under the pointer', async () => {
  const { screen, toast } = await openWithToast();
  await userEvent.hover(toast);
  await expect.poll(vi.getTimerCount).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(toast).toBeVisible();
  await userEvent.hover(screen.getByRole('button', { name: 'Ping' }));
  await expect.poll(vi.getTimerCount).toBe(1);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(toast).not.toBeInTheDocument();
});

test('a toast stays while it has the focus, and returns the focus when dismissed', async () => {
  const { screen, toast } = await openWithToast();
  const ping = screen.getByRole('button', { name: 'Ping' });
  ping.element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
  await expect.poll(vi.getTimerCount).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(toast).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(toast).not.toBeInTheDocument();
  await expect.element(ping).toHaveFocus();
});

test('a toast stays while the page is hidden', async () => {
  const { toast } = await openWithToast();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(vi.getTimerCount).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(toast).toBeVisible();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(vi.getTimerCount).toBe(1);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(toast).not.toBeInTheDocument();
});

test('a result that the page shows is only announced', async () => {
  await mount(<main>5 lines received</main>);
  showToast({ tone: 'done', about: 'test', text: '5 lines', isOnPage: true });
  const announced = page.getByText('5 lines', { exact: true });
  await expect.element(announced).toBeInTheDocument();
  expect(announced.element().closest('[aria-live]')).not.toBeNull();
  expect(announced.element().getBoundingClientRect().width).toBeLessThanOrEqual(1);
});
