import { sqsPanicListenerFunction } from '@trace/contract/hub-queue/hub-queue.api';
import type { HubQueueState, RoundResult, SetAsideMessage } from '@trace/contract/hub-queue/hub-queue.schema';
import { hubQueueTexts as texts } from '@trace/contract/hub-queue/hub-queue.texts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { readingQueue, serveHubQueue } from '#testing/fake-server/devices/fake-server-hub-queue.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { priya, serveDesk } from '#testing/fake-server/fake-server-support.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

const aMessage = (id: string, change: Partial<SetAsideMessage> = {}): SetAsideMessage => ({
  id,
  reason: 'no_event',
  sizeBytes: 212,
  receivedAt: ago(50),
  ...change,
});

async function open(world: { state: HubQueueState; setAside: SetAsideMessage[] }, scheme: 'light' | 'dark') {
  const { screen, server, history } = await openPortal('/terms', { scheme, world: { person: priya } });
  serveDesk(server);
  serveHubQueue(server, world);
  history.push('/support/panic-system');
  return { screen, server };
}

test('staff test a hub, check all hubs with a reason, and read the result and the queue [PANIC-01]', async () => {
  await page.viewport(1_440, 1_000);
  const world = { state: readingQueue(), setAside: [aMessage('2'), aMessage('1', { reason: 'not_json' })] };
  const { screen, server } = await open(world, 'light');
  let result: RoundResult = {
    processedEvents: 2,
    totalMessagesFound: 3,
    ajaxPanicSenderDisabled: false,
    hubId: '0A1B2C3D',
    testedDevices: 1,
  };
  server.on(sqsPanicListenerFunction, () => result);
  await expect.element(screen.getByRole('heading', { name: 'Support - Panic System' })).toBeVisible();
  await expect.element(screen.getByRole('banner').getByText(priya.email)).toBeVisible();
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Hub 0A1B2C3D' })).toBeVisible();

  await screen.getByRole('button', { name: 'Test Hub Panic System' }).click();
  await expect.element(screen.getByText('Please enter a Hub ID to test')).toBeVisible();
  const hubId = screen.getByRole('textbox', { name: 'Hub ID' });
  await expect.element(hubId).toHaveFocus();
  await hubId.fill('hub-1');
  await screen.getByRole('button', { name: 'Test Hub Panic System' }).click();
  await expect.element(screen.getByText(texts.invalidHubId)).toBeVisible();
  expect(server.calls(sqsPanicListenerFunction)).toEqual([]);
  await hubId.fill(' 0a1b2c3d ');
  await screen.getByRole('button', { name: 'Test Hub Panic System' }).click();
  await expect.element(screen.getByText('Processed 2 panic events for Hub 0A1B2C3D')).toBeVisible();
  const last = screen.getByRole('region', { name: 'Last Test Result' });
  for (const badge of ['Events: 2', 'Messages: 3', 'Ajax Enabled', 'Hub: 0A1B2C3D'])
    await expect.element(last.getByText(badge)).toBeVisible();
  await expect.element(last.getByText('A test event was sent for 1 device.')).toBeVisible();
  await last.getByText('Full response').click();
  await expect.element(last.getByText(/"processedEvents": 2/)).toBeVisible();
  await takeShot('panic-system-light-1440');
  expect(await axeFindings()).toEqual([]);

  result = { ...result, processedEvents: 0, hubId: 'ALL', testedDevices: null, ajaxPanicSenderDisabled: true };
  await screen.getByRole('button', { name: 'Check All Hubs' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check all hubs' });
  await dialog.getByRole('button', { name: 'Check All Hubs' }).click();
  await expect.element(dialog.getByText(texts.missingReason)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('After a report of a silent hub');
  await takeShot('panic-system-check-light-1440');
  await dialog.getByRole('button', { name: 'Check All Hubs' }).click();
  await expect.element(screen.getByText('No panic events found - system is monitoring all hubs')).toBeVisible();
  await expect.element(last.getByText('Ajax Disabled')).toBeVisible();
  expect(server.calls(sqsPanicListenerFunction).map(({ body }) => body)).toEqual([
    { hubId: '0a1b2c3d' },
    { hubId: 'ALL', reason: 'After a report of a silent hub' },
  ]);

  const setAside = screen.getByRole('region', { name: 'Messages set aside' });
  await setAside.getByRole('button', { name: 'Show more' }).click();
  await expect.element(setAside.getByText('The message is not JSON.')).toBeVisible();
});

test('on a phone staff read why a test failed and that the queue refuses the server [PANIC-01]', async () => {
  await page.viewport(390, 844);
  const state: HubQueueState = { ...readingQueue(), state: 'refused', reason: 'AccessDenied', lostHubs: [] };
  const { screen, server } = await open({ state, setAside: [] }, 'dark');
  server.on(sqsPanicListenerFunction, () => refuse('unavailable', texts.roundTimedOut));
  await expect.element(screen.getByText('AccessDenied')).toBeVisible();
  await expect.element(screen.getByText('No message was set aside.')).toBeVisible();
  await takeShot('panic-system-dark-390');
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('textbox', { name: 'Hub ID' }).fill('0A1B2C3D');
  await screen.getByRole('button', { name: 'Test Hub Panic System' }).click();
  await expect.element(screen.getByText(`Panic test failed: ${texts.roundTimedOut}`)).toBeVisible();
  await expect.element(screen.getByText(texts.result.none)).toBeVisible();

  await screen.getByRole('button', { name: 'Check All Hubs' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check all hubs' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('After a report of a silent hub');
  await dialog.getByRole('button', { name: 'Check All Hubs' }).click();
  await expect.element(screen.getByText(`Check failed: ${texts.roundTimedOut}`)).toBeVisible();
  await takeShot('panic-system-check-failed-dark-390');
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('After a report of a silent hub');
});
