import { comeBack, goOffline } from '#lib/offline/offline.ts';
import { axeFindings } from '#testing/axe.ts';
import { mount } from '#testing/mount.tsx';
import { takeShot } from '#testing/shot.ts';
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core';
import { IconMapPinShare, IconRadar2 } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { Age } from './data/age.tsx';
import { AmberNotice } from './layout/amber-notice.tsx';
import { ConnectionBar } from './layout/connection-bar.tsx';
import { Coordinates } from './data/coordinates.tsx';
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
