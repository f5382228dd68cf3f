import { giveGift } from '@trace/contract/subscription/subscription.gift.api';
import { giftTexts } from '@trace/contract/subscription/subscription.gift.texts';
import { readBreakGlass } from '@trace/contract/location-access/break-glass/location-access.break-glass.api';
import { getDeskDevice, listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import { done } from '@trace/contract/kernel/endpoint';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { getDeskPerson } from '@trace/contract/support-desk/support-desk.people.api';
import { approveRemoval, listRemovals } from '@trace/contract/support-staff/support-staff.removals.api';
import { removalsTexts as texts } from '@trace/contract/support-staff/support-staff.removals.texts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aDeskPersonPage, priya, serveDesk } from '#testing/fake-server/fake-server-support.ts';

async function openDesk(
  address: string,
  { isPhone = false, ...options }: { scheme?: 'light' | 'dark'; isPhone?: boolean } = {},
) {
  if (!isPhone) await page.viewport(1_440, 900);
  const opened = await openPortal(address, { ...options, world: { person: priya } });
  serveDesk(opened.server);
  return opened;
}

test('the dashboard shows figures and tiles, and its search opens a result by keyboard [SUPL-03]', async () => {
  const { screen, server, history } = await openDesk('/support');
  for (const card of ['Total Devices 2,241 +18 today', 'Open Tickets 37 5 urgent', 'Companies 118 +2 this week']) {
    const words = new RegExp(card.replaceAll(' ', '\\s*').replaceAll('+', '\\+'));
    await expect.element(screen.getByRole('link', { name: words })).toBeVisible();
  }
  await expect.element(screen.getByRole('link', { name: /Online now\s*92.4%\s*171 offline/ })).toBeVisible();
  const tiles = screen.getByRole('region', { name: 'Tools' });
  await expect.element(tiles.getByRole('link', { name: /Support Tickets\s*37 open/ })).toBeVisible();
  for (const name of [
    'Analytics',
    'Activity Monitor',
    'Audit Logs',
    'Notifications',
    'Recent Updates',
    'Firmware Management',
    'Support Staff',
  ])
    await expect.element(tiles.getByRole('link', { name })).toBeVisible();
  expect(await axeFindings()).toEqual([]);

  const search = screen.getByRole('textbox', { name: 'Search devices and users' });
  await search.fill('zzz');
  await expect.element(screen.getByText('No device, person or company matches “zzz”.')).toBeVisible();
  await search.fill('trace_');
  await expect.element(screen.getByRole('option', { name: /Excavator 3/ })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  // The first result is chosen, so one press chooses the second.
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => history.location.pathname).toBe('/support/devices/Trace_4F21');

  await screen.getByRole('link', { name: 'Back to Dashboard' }).click();
  server.on(searchDesk, () => refuse('internal', 'Something went wrong.'));
  await search.fill('mia');
  await expect.element(screen.getByText('Search Error')).toBeVisible();
  await expect.element(screen.getByText('Failed to search devices').first()).toBeVisible();
});

test('All Devices searches, filters and pages, keeps them in the address, and leads to a device page [SUPP-01] [REG-12]', async () => {
  const { screen, server, history } = await openDesk('/support/devices');
  const table = screen.getByRole('table', { name: 'All Devices' });
  const names = () =>
    table
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['Excavator 3Trace_51A0', 'No nicknameTrace_4F21']);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(names).toHaveLength(3);
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Online');
  await expect.poll(names).toEqual(['No nicknameTrace_4F21']);
  await screen.getByRole('searchbox').fill('51A');
  await expect.element(screen.getByText(/^Nothing matches/)).toBeVisible();
  expect(history.location.search).toBe('?q=51A&status=online');
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('All statuses');
  await screen.getByRole('link', { name: /Excavator 3/ }).click();
  await expect.element(screen.getByRole('region', { name: 'Error logs' }).getByText(/PDP reject/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Mia Novak' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Certificates' }).getByText('Valid')).toBeVisible();
  const tickets = screen.getByRole('region', { name: 'Tickets about this device' }).getByRole('listitem');
  await expect.poll(() => tickets.elements().length).toBe(10);
  expect(screen.getByText(/^Showing the newest/).elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
  server.on(getDeskDevice, () => refuse('not_found', 'Device not found.'));
  server.on(listDeskDevices, () => refuse('internal', 'Something went wrong.'));
  history.push('/support/devices/Trace_none');
  await expect.element(screen.getByText('Device not found.')).toBeVisible();
  history.push('/support/devices?status=error');
  await expect.element(screen.getByText(/^Failed to load devices/)).toBeVisible();
});

test('the page of a device asks anew each minute [SUPP-01]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen, server } = await openDesk('/support/devices/Trace_4F21');
  const condition = screen.getByRole('region', { name: 'Condition' });
  await expect.element(condition.getByText('Online')).toBeVisible();
  serveDesk(server, { status: 'offline' });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(condition.getByText('Offline')).toBeVisible();
});

test('the page of a company leads to its devices, and All Devices to those of all companies [SUPP-01]', async () => {
  const { screen, server, history } = await openDesk('/support/companies');
  await screen.getByRole('link', { name: /Harbour Alarms/ }).click();
  await screen.getByRole('link', { name: 'Show 12 devices' }).click();
  const asked = () => server.calls(listDeskDevices).at(-1)?.query['company'];
  await expect.poll(asked).toMatch(/^[\da-f-]{36}$/);
  expect(history.location.href).toBe(`/support/devices?company=${asked()}`);
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: /^Only Harbour Alarms/ }).click();
  await expect.poll(asked).toBeUndefined();
  expect(history.location.href).toBe('/support/devices');
});

test('staff give premium until a day, and end the gift on the page of the person [SUPP-01] [A-924]', async () => {
  const { screen, server } = await openDesk('/support/people/0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a0c2');
  server.on(giveGift, () => refuse('forbidden', 'Only staff with the admin flag can do this.'));
  await screen.getByRole('button', { name: giftTexts.give }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: giftTexts.give }).click();
  await expect.element(dialog.getByText(giftTexts.lastDayWrong)).toBeVisible();
  await dialog.getByLabelText(/^Last day/).fill('2027-03-01');
  await dialog.getByRole('button', { name: giftTexts.give }).click();
  await expect.element(dialog.getByText('Only staff with the admin flag can do this.')).toBeVisible();
  expect(dialog.getByRole('button', { name: giftTexts.end }).elements()).toEqual([]);
  server.on(giveGift, () => refuse('invalid_input', 'Choose an earlier day.', 'body.lastDay'));
  await dialog.getByRole('button', { name: giftTexts.give }).click();
  await expect.element(dialog.getByText('Choose an earlier day.')).toBeVisible();
  expect(dialog.getByText(giftTexts.failed).elements()).toEqual([]);

  const until = '2027-03-01T12:59:59.999Z';
  server.on(getDeskPerson, ({ params: { id } }) => aDeskPersonPage({ id, isPremium: true, giftUntil: until }));
  server.on(giveGift, ({ body: { lastDay } }) => ({ until: lastDay === null ? null : until }));
  await dialog.getByRole('button', { name: giftTexts.give }).click();
  await expect.element(screen.getByText(giftTexts.given)).toBeVisible();
  await expect.element(screen.getByText(/^Premium, given by support until .*Mar.* 2027$/)).toBeVisible();
  await screen.getByRole('button', { name: giftTexts.give }).click();
  await dialog.getByRole('button', { name: giftTexts.end }).click();
  await expect.element(screen.getByText(giftTexts.ended)).toBeVisible();
  expect(server.calls(giveGift).map(({ body }) => body)).toEqual([
    { lastDay: '2027-03-01' },
    { lastDay: '2027-03-01' },
    { lastDay: '2027-03-01' },
    { lastDay: null },
  ]);
});

test('staff without the admin flag are not offered to give premium [SUPP-01] [A-924]', async () => {
  const { screen, server } = await openDesk('/support');
  server.on(getDeskPerson, ({ params: { id } }) => aDeskPersonPage({ id, mayGivePremium: false }));
  await screen.getByRole('link', { name: 'Installer Management' }).first().click();
  await screen.getByRole('link', { name: /Sam Okafor/ }).click();
  await expect.element(screen.getByRole('region', { name: 'Sam Okafor' })).toBeVisible();
  expect(screen.getByRole('button', { name: giftTexts.give }).elements()).toEqual([]);
});

test('staff approve a request to turn off two-step sign-in after a question [AUTH-18] [SUPL-03]', async () => {
  const removal = {
    accountId: '5f0f5c3e-8f53-4b9e-9c53-0d9d3f1f2a10',
    name: 'Noah Tan',
    email: 'noah@spark.example',
    askedAt: '2026-03-02T12:00:00.000Z',
    effectiveAt: '2026-03-03T12:00:00.000Z',
  };
  const { screen, server } = await openDesk('/support');
  let removals = [removal];
  server.on(listRemovals, () => ({ removals }));
  server.on(approveRemoval, () => {
    removals = [];
    return done;
  });
  const card = screen.getByRole('region', { name: texts.title });
  await expect.element(card.getByText(texts.hint)).toBeVisible();
  expect(card.getByRole('link', { name: 'Noah Tan' }).element().getAttribute('href')).toContain(removal.accountId);
  expect(await axeFindings()).toEqual([]);
  await card.getByRole('button', { name: texts.approveOf('Noah Tan') }).click();
  const dialog = screen.getByRole('dialog', { name: texts.confirmTitle('Noah Tan') });
  await expect.element(dialog.getByText(/signs noah@spark.example in/)).toBeVisible();
  await dialog.getByRole('button', { name: texts.approve }).click();
  await expect.element(screen.getByText(texts.approved('Noah Tan'))).toBeInTheDocument();
  await expect.element(card).not.toBeInTheDocument();
  expect(server.calls(approveRemoval).map(({ params }) => params)).toEqual([{ id: removal.accountId }]);
});

test('the page of a device says since when its clock is wrong [STAT-03] [SUPP-01]', async () => {
  const { screen, server, history } = await openDesk('/support');
  serveDesk(server, { clockWrongSince: '2026-03-02T12:00:00.000Z' });
  history.push('/support/devices/Trace_4F21');
  const condition = screen.getByRole('region', { name: 'Condition' });
  await expect.element(condition.getByText('Clock', { exact: true })).toBeVisible();
  await expect
    .element(condition.getByText(/^Wrong since .*2026.*\. Positions cannot be dated and may not show\.$/))
    .toBeVisible();
  serveDesk(server);
  history.push('/support/devices/Trace_51A0');
  await expect.element(screen.getByRole('heading', { name: 'Trace_51A0' })).toBeVisible();
  await expect.element(condition.getByText('Sleep mode')).toBeVisible();
  await expect.element(condition.getByText('Clock', { exact: true })).not.toBeInTheDocument();
});

test('a reason that is typed for one device never shows on another one [SUPL-07]', async () => {
  const { screen, server, history } = await openDesk('/support');
  server.on(readBreakGlass, () => ({ access: null, asOf: new Date().toISOString() }));
  for (const serial of ['Trace_4F21', 'Trace_51A0']) {
    history.push(`/support/devices/${serial}`);
    await expect.element(screen.getByRole('heading', { name: serial })).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Condition' })).toBeVisible();
  }
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  await reason.fill('For the second device');
  history.back();
  await expect.element(screen.getByRole('heading', { name: 'Trace_4F21' })).toBeVisible();
  await expect.element(reason).toHaveValue('');
});

test('companies, users and installers lead to their pages on a phone [SUPP-01]', async () => {
  await page.viewport(390, 844);
  const { screen, history } = await openDesk('/support/companies', { scheme: 'dark', isPhone: true });
  await screen.getByRole('link', { name: 'Harbour Alarms' }).click();
  await expect.element(screen.getByRole('region', { name: 'People' }).getByText('Sam Okafor')).toBeVisible();
  await expect.element(screen.getByText('Showing 1 of 60 members')).toBeVisible();
  history.push('/support/users');
  await expect.element(screen.getByText('No account yet').last()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('searchbox').fill('nobody');
  await expect.element(screen.getByText(/^Nothing matches/)).toBeVisible();
  history.push('/support/installers');
  await screen.getByRole('link', { name: 'Sam Okafor' }).click();
  await expect.element(screen.getByText('Showing 1 of 60 devices')).toBeVisible();
  await expect.element(screen.getByText(/^Showing the newest 10 tickets\. Search Support Tickets/)).toBeVisible();
  const tickets = screen.getByRole('region', { name: 'Tickets' }).getByRole('listitem');
  expect(tickets.elements()).toHaveLength(10);
  await expect.element(screen.getByText('TR-1001')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('Device Health Monitor shows state, levels, errors and times in the colours of the specification [HLTH-01]', async () => {
  const { screen } = await openDesk('/support/device-health');
  const rows = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
  await expect.poll(rows).toHaveLength(5);
  expect(rows()[0]).toEqual(['Excavator 3Trace_51A0', 'Offline', '31%', 'N/A', '2', '3 h ago', '3 h ago']);
  expect(rows()[2]!.slice(1, 4)).toEqual(['Warning', '12%', '42%']);
  expect(rows()[3]!.slice(1)).toEqual(['Awaiting', 'N/A', 'N/A', '2', 'Never', 'Never']);
  const icons = [...document.querySelectorAll('td [data-color]')].map((icon) => icon.getAttribute('data-color'));
  expect(icons).toEqual(['red', 'red', 'yellow', 'gray', 'green']);
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('searchbox', { name: 'Search by device ID or status...' }).fill('nothing');
  await expect.element(screen.getByText('No device health records found matching your search.')).toBeVisible();
});
