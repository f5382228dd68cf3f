import { comeBack, goOffline } from '#lib/offline/offline.ts';
import { axeFindings } from '#testing/axe.ts';
import { mount } from '#testing/mount.tsx';
import { takeShot } from '#testing/shot.ts';
import { ActionIcon, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { IconMapPinShare, IconRadar2 } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { Age } from './data/age.tsx';
import { AmberNotice } from './layout/amber-notice.tsx';
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx';
import { ConnectionBar } from './layout/connection-bar.tsx';
import { Coordinates } from './data/coordinates.tsx';
import { Dialog, DialogActions } from './dialogs/dialog.tsx';
import { EmptyState } from './layout/empty-state.tsx';
import { LoadingText } from './layout/loading-text.tsx';
import { Logo } from './layout/logo.tsx';
import { QuotaMarks } from './data/quota-marks.tsx';
import { SectionCard } from './layout/section-card.tsx';
import { StatusBadge } from './data/status-badge.tsx';
import { showToast } from './dialogs/toast.tsx';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

function Gallery() {
  return (
    <main style={{ padding: 16 }}>
      <h1>
        <Logo />
      </h1>
      <Stack gap="md">
        <ConnectionBar isConnected={false} lastGoodAt={ago(3 * MINUTE_MS)} />
        <AmberNotice
          label="Location access request"
          icon={IconMapPinShare}
          title="Harbour Alarms wants to see the location of Work ute for 30 minutes"
          actions={
            <>
              <Button variant="default">Deny</Button>
              <Button>Approve</Button>
            </>
          }
        >
          Sam Okafor asked 2 minutes ago. Expires in 23 h 58 min.
        </AmberNotice>
        <SectionCard title="My Devices" aside={<Age at={ago(38 * MINUTE_MS)} prefix="Seen" staleAfterMs={MINUTE_MS} />}>
          <Stack gap="sm" align="flex-start">
            {(['online', 'offline', 'sleeping', 'error', 'updating', 'awaiting'] as const).map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
            <Coordinates lat={-33.8412} lng={151.2103} isCopyable />
          </Stack>
        </SectionCard>
        <SectionCard title="Pings today">
          <QuotaMarks used={27} limit={30} label="Pings used today" />
        </SectionCard>
        <SectionCard title="Ping Locations Map" isFlush>
          <EmptyState
            icon={IconRadar2}
            text="No ping locations recorded yet. Ping your devices to see their locations on the map."
          />
        </SectionCard>
        <LoadingText />
      </Stack>
    </main>
  );
}

test.each([
  ['light', 1_440],
  ['dark', 390],
] as const)('axe reports no violations in the kit in %s at %d px', async (scheme, width) => {
  await page.viewport(width, 1_180);
  await mount(<Gallery />, { scheme });
  await expect.element(page.getByText('My Devices')).toBeVisible();
  showToast({
    about: 'live',
    title: 'Live GPS Failed',
    text: 'Could not enable live GPS mode on the device',
    tone: 'failed',
  });
  showToast({ about: 'sign-in', text: 'Logged out successfully', tone: 'done' });
  await expect.element(page.getByRole('alert').getByText('Live GPS Failed')).toBeVisible();
  await takeShot(`kit-${scheme}-${width}`);
  expect(await axeFindings()).toEqual([]);
});

test('a link without a class has the colour of links', async () => {
  await mount(<a href="/terms">Terms</a>, { scheme: 'dark' });
  const link = page.getByRole('link', { name: 'Terms' });
  await expect.element(link).toBeVisible();
  const { color } = getComputedStyle(link.element());
  link.element().setAttribute('style', 'color: var(--mantine-color-anchor)');
  expect(color).toBe(getComputedStyle(link.element()).color);
});

test('a control is 44 px high on a phone, also where a wide screen shows a compact one', async () => {
  await page.viewport(390, 800);
  await mount(
    <>
      <Gallery />
      <Button size="compact-sm">Reload</Button>
    </>,
  );
  const heightOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().height;
  await expect.element(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  expect(['Approve', 'Reload'].map(heightOf)).toEqual([44, 44]);
  await page.viewport(1_440, 900);
  await expect.poll(() => heightOf('Reload')).toBe(26);
});

test('an age shows the exact time on hover and is marked as stale past its limit', async () => {
  const at = ago(38 * MINUTE_MS);
  await mount(
    <p>
      <Age at={at} staleAfterMs={30 * MINUTE_MS} />
    </p>,
  );
  const age = page.getByText('38 min ago');
  await expect.element(age).toHaveAttribute('datetime', at);
  await expect.element(age).toHaveAttribute('data-stale', 'true');
  expect(age.element().getAttribute('title')).toMatch(/\d{4}/);
});

test('an age in seconds ticks', async () => {
  await mount(
    <p>
      <Age at={ago(10_000)} />
    </p>,
  );
  await expect.element(page.getByText('10 s ago')).toBeVisible();
  await expect.element(page.getByText('12 s ago')).toBeVisible();
});

test('a lost connection is announced once, and updates of the age beside the text stay silent [PWA-01] [STAT-04]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const screen = await mount(<ConnectionBar isConnected={false} lastGoodAt={ago(3 * MINUTE_MS)} />);
  onTestFinished(async () => {
    await screen.unmount();
    comeBack();
    vi.useRealTimers();
  });
  const announced = screen.getByRole('status');
  await expect.element(announced).toBeInTheDocument();
  const place = announced.element();
  const watch = new MutationObserver(() => undefined);
  watch.observe(place, { childList: true, characterData: true, subtree: true });
  const becomes = async (words: RegExp, age: string) => {
    await expect.poll(() => announced.element().textContent).toMatch(words);
    await expect.element(screen.getByText(age)).toBeVisible();
    watch.takeRecords();
  };
  await becomes(/^Connection lost\. Reconnecting…/, 'Last update 3 min ago.');
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(screen.getByText('Last update 4 min ago.')).toBeVisible();
  expect(watch.takeRecords()).toEqual([]);
  goOffline(Date.now() - 38 * MINUTE_MS);
  await becomes(/^Offline\. Everything here is the last known state; .* back\.$/, 'As of 38 min ago.');
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(screen.getByText('As of 39 min ago.')).toBeVisible();
  // A lid that was closed for two hours: the next tick is half a minute away.
  vi.setSystemTime(Date.now() + 120 * MINUTE_MS);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('As of 2 h ago.'), { timeout: 5_000 }).toBeVisible();
  expect(watch.takeRecords()).toEqual([]);
  expect(announced.element()).toBe(place);
});

function Asking({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setIsOpen(true)}>Remove</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Remove Work ute?"
        confirmLabel="Remove device"
        onConfirm={onConfirm}
        onClose={() => setIsOpen(false)}
      >
        Its locations and its history are deleted.
      </ConfirmDialog>
    </main>
  );
}

test('a destructive dialog starts on Cancel, closes by Escape and restores the focus', async () => {
  await page.viewport(1_440, 900);
  const onConfirm = vi.fn();
  await mount(<Asking onConfirm={onConfirm} />);
  await userEvent.click(page.getByRole('button', { name: 'Remove' }));
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Remove Work ute?');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await takeShot('confirm-dialog');
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Remove' })).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

function Writing({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen title="Create Ticket" onClose={onClose}>
      <TextInput label="Email" />
      <TextInput label="Subject" />
      <Textarea label="Description" />
    </Dialog>
  );
}

test('a dialog asks before Escape discards written text, but not a single line', async () => {
  const onClose = vi.fn();
  const screen = await mount(<Writing onClose={onClose} />);
  await screen.getByLabelText('Email').fill('mia@post.example');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await screen.getByLabelText('Subject').fill('Silent');
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('dialog', { name: 'Discard your text?' });
  await expect.element(question.getByRole('button', { name: 'Keep writing' })).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Subject')).toHaveFocus();
  await screen.getByLabelText('Subject').fill('');
  await screen.getByLabelText('Description').fill('Since Monday.');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await question.getByRole('button', { name: 'Discard' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
});

function Sending({ onSend, onCall }: { onSend: () => void; onCall: () => void }) {
  const [isSending, setSending] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
    setSending(true);
  };
  return (
    <main>
      <form onSubmit={send}>
        <TextInput label="Name" />
        <Button type="submit" loading={isSending}>
          Save
        </Button>
      </form>
      <ActionIcon aria-label="Call" loading={isSending} onClick={onCall} />
      <Button loading={isSending} disabled>
        Delete
      </Button>
      <button onClick={() => setSending(false)}>Answer</button>
    </main>
  );
}

test('a loading button keeps the focus, reports itself as busy and sends no second request', async () => {
  const onSend = vi.fn();
  const onCall = vi.fn();
  const screen = await mount(<Sending onSend={onSend} onCall={onCall} />);
  const save = screen.getByRole('button', { name: 'Save' });
  const call = screen.getByRole('button', { name: 'Call' });
  const press = (element: Locator, keys: string) => {
    element.element().focus();
    return userEvent.keyboard(keys);
  };
  await expect.element(save).toBeVisible();
  await press(save, '{Enter}');
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await press(save, '{Enter} ');
  await expect.element(save).toHaveFocus();
  await press(screen.getByLabelText('Name'), '{Enter}');
  await press(call, '{Enter} ');
  await expect.element(call).toHaveFocus();
  expect(onSend).toHaveBeenCalledOnce();
  expect(onCall).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Delete' }).element()).toHaveProperty('disabled', true);
  expect(await axeFindings()).toEqual([]);
  await press(screen.getByRole('button', { name: 'Answer' }), '{Enter}');
  await expect.element(save).toBeEnabled();
  await press(call, '{Enter}');
  await press(save, '{Enter}');
  expect(onCall).toHaveBeenCalledOnce();
  expect(onSend).toHaveBeenCalledTimes(2);
});

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

test.each([true, false])(
  'a tall dialog keeps its buttons in view when its content scrolls, isTall: %s',
  async (isTall) => {
    await page.viewport(390, 640);
    const screen = await mount(
      <Dialog isOpen isTall={isTall} title="Upgrade" onClose={() => undefined}>
        <form>
          <div style={{ height: 900 }} />
          <p>The last line</p>
          <DialogActions>
            <Button>Subscribe</Button>
          </DialogActions>
        </form>
      </Dialog>,
    );
    const button = screen.getByRole('button', { name: 'Subscribe' });
    const lastLine = screen.getByText('The last line');
    await expect.element(button).toBeInViewport({ ratio: 1 });
    await expect.element(lastLine).not.toBeInViewport();
    lastLine.element().scrollIntoView();
    await expect.element(lastLine).toBeInViewport({ ratio: 1 });
    await expect.poll(() => doOverlap(boxOf(lastLine), boxOf(button))).toBe(false);
    expect(await axeFindings()).toEqual([]);
  },
);

const boxOf = (shown: Locator) => shown.element().getBoundingClientRect();
const doOverlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

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
