import { answerRequest, endAccess, listAccess } from '@trace/contract/location-access/location-access.api';
import { accessChangedEvent } from '@trace/contract/location-access/location-access.stream';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { aGrant, aLook, aRequest, nobodyLooks } from '#testing/fake-server/people/fake-server-access.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { FAKE_EVENT_POSITION, refuse } from '#testing/fake-server/fake-server.ts';

const corners = [
  ['dark', 1_440],
  ['light', 390],
] as const;

/** A finger that stays at the current position of the button, even when the layout moves. */
function fingerOn(button: Locator) {
  const { x, y, width, height } = button.element().getBoundingClientRect();
  const under = () => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') ?? null;
  const press = () => under()?.click();
  return { press, label: () => under()?.getAttribute('aria-label') };
}

async function canBePressed(button: Locator) {
  await expect.element(button).toHaveAttribute('aria-disabled', 'false');
}

const announced = () => document.querySelector('[aria-live="polite"]:not([data-page-title])')?.textContent ?? '';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const twoAsk = () => ({
  ...nobodyLooks(),
  addressed: [
    aRequest({ deviceName: 'Courier scooter', requestedAt: minutesAgo(2) }),
    aRequest({ requestedAt: minutesAgo(9) }),
  ],
});

test('a location request appears above all other content, and approving removes the request [LOCREQ-02] [UDASH-04]', async () => {
  const access = { ...nobodyLooks(), addressed: [aRequest()] };
  const { screen, server } = await openPortal('/user', { world: { access } });
  const card = screen.getByRole('region', {
    name: 'Harbour Alarms wants to see the location of Work ute for 30 minutes',
  });
  await expect
    .element(card)
    .toMatchTextContent(/Sam Okafor \(sam@harbour-alarms\.example\) asked 2 min ago\. Expires in 23 h 5\d min\./);
  await card.getByRole('button', { name: 'Approve access to Work ute' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(announced).toContain('Sam Okafor can see Work ute for 30 minutes. You can end it sooner.');
  const link = screen.getByRole('link', { name: /1 person can see your location right now/ });
  await expect.element(link).toBeVisible();
  expect(server.calls(answerRequest).map(({ body }) => body)).toEqual([{ answer: 'approved' }]);
  await userEvent.tab();
  link.element().focus();
  expect(getComputedStyle(link.element()).outline).toMatch(/solid 2px$/);
});

test('a long email address of the requester is shown in full on a small phone [LOCREQ-02]', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1_440, 900));
  const request = aRequest();
  const email = `${'quay'.repeat(16)}@${'harbour'.repeat(8)}.example`;
  const access = { ...nobodyLooks(), addressed: [{ ...request, requester: { ...request.requester!, email } }] };
  const { screen } = await openPortal('/user', { world: { access } });
  const text = screen.getByText(email, { exact: false });
  await expect.element(text).toBeVisible();
  expect(text.element().scrollWidth).toBeLessThanOrEqual(text.element().clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test('the page appears together with its location requests, when the requests arrive late [LOCREQ-02]', async () => {
  const { screen, server, history } = await openPortal('/terms');
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  server.on(listAccess, async () => {
    await late;
    const { looks: _looks, ...lists } = { ...nobodyLooks(), addressed: [aRequest()] };
    return { ...lists, asOf: new Date().toISOString() };
  });
  history.push('/user');
  const tab = screen.getByRole('tab', { name: 'Manage Devices', includeHidden: true });
  await expect.element(tab).toBeInTheDocument();
  await expect.element(tab).not.toBeVisible();
  answer();
  await expect.element(tab).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve access to Work ute' }).query()).not.toBeNull();
});

test('repeated taps answer a single request and do not press the next request under the finger [LOCREQ-02]', async () => {
  const access = twoAsk();
  const { screen, server } = await openPortal('/user', { world: { access } });
  const approve = screen.getByRole('button', { name: 'Approve access to Courier scooter' });
  await canBePressed(approve);
  const finger = fingerOn(approve);
  finger.press();
  finger.press();
  await expect.element(screen.getByRole('region', { name: 'Approved: Courier scooter' })).toBeVisible();
  await expect.poll(announced).toContain('Sam Okafor can see Courier scooter for 30 minutes.');
  await expect.poll(() => [finger.press(), finger.label()][1]).toBe('Approve access to Work ute');
  finger.press();
  const deny = screen.getByRole('button', { name: 'Deny access to Work ute' });
  await canBePressed(deny);
  expect(server.calls(answerRequest)).toHaveLength(1);
  await deny.click();
  await expect.element(screen.getByRole('region', { name: 'Denied: Work ute' })).toBeVisible();
  await expect.poll(announced).toContain('Request for Work ute denied. No access was given.');
  expect(announced()).not.toContain('Failed to respond');
});

test('a tap does not hit a request that just moved there, and Enter answers a single request [LOCREQ-02]', async () => {
  const [newer, older] = twoAsk().addressed;
  const access = { ...nobodyLooks(), addressed: [older!] };
  const { screen, server } = await openPortal('/user', { world: { access } });
  const deny = screen.getByRole('button', { name: 'Deny access to Work ute' });
  await canBePressed(deny);
  const finger = fingerOn(deny);
  access.addressed = [newer!, older!];
  server.stream.push(accessChangedEvent, {
    id: newer!.id,
    serialNumber: 'Trace_4F21',
    what: 'requested',
    side: 'user',
  });
  await expect.poll(finger.label).toBe('Deny access to Courier scooter');
  finger.press();
  const approve = screen.getByRole('button', { name: 'Approve access to Courier scooter' });
  await canBePressed(approve);
  expect(server.calls(answerRequest)).toEqual([]);
  approve.element().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(screen.getByRole('group', { name: 'Approved: Courier scooter' })).toHaveFocus();
  await expect.element(screen.getByRole('group', { name: /wants to see the location of Work ute/ })).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  expect(server.calls(answerRequest)).toHaveLength(1);
});

test('an answer or end already made in another window counts as done, not failed [LOCREQ-02] [LOCREQ-03]', async () => {
  const access = { ...twoAsk(), given: [aGrant({ deviceName: 'Boat' })] };
  const [scooter] = access.addressed;
  const { screen, server } = await openPortal('/user', { world: { access } });
  server.on(answerRequest, () => {
    access.addressed = access.addressed.slice(1);
    access.given = [...access.given, aGrant({ id: scooter!.id, deviceName: 'Courier scooter' })];
    return refuse('conflict');
  });
  server.on(endAccess, () => {
    access.given = access.given.slice(0, 1);
    return refuse('conflict');
  });
  await screen.getByRole('button', { name: 'Approve access to Courier scooter' }).click();
  await expect.element(screen.getByRole('region', { name: 'Approved: Courier scooter' })).toBeVisible();
  await screen.getByRole('link', { name: /2 people can see your location right now/ }).click();
  await screen.getByRole('button', { name: 'End now: Sam Okafor, Courier scooter' }).click();
  await expect.poll(announced).toContain('Sam Okafor can no longer see Courier scooter.');
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('a request that arrives on an open page appears at once, and denying grants no access [LOCREQ-02]', async () => {
  const access = nobodyLooks();
  const { screen, server } = await openPortal('/user', { world: { access } });
  await expect.element(screen.getByRole('link', { name: /No one can see your location right now/ })).toBeVisible();
  const request = aRequest({
    minutes: 5,
    requester: { name: 'Ava Lindqvist', companyName: null, email: 'ava@l.example' },
  });
  access.addressed = [request];
  server.stream.push(accessChangedEvent, {
    id: request.id,
    serialNumber: request.serialNumber,
    what: 'requested',
    side: 'user',
  });
  const card = screen.getByRole('region', {
    name: 'Ava Lindqvist wants to see the location of Work ute for 5 minutes',
  });
  await expect.element(card).toBeVisible();
  // The denied request does not reappear while the list cannot be refreshed.
  const deny = screen.getByRole('button', { name: 'Deny access to Work ute' });
  await canBePressed(deny);
  server.on(listAccess, () => refuse('forbidden'));
  await deny.click();
  const denied = screen.getByRole('group', { name: 'Denied: Work ute' });
  await expect.element(denied).toBeVisible();
  await expect.element(denied).not.toBeInTheDocument();
  expect(deny.elements()).toEqual([]);
  await expect.element(screen.getByRole('link', { name: /No one can see your location right now/ })).toBeVisible();
});

test('a location request appears on every page, and its answer carries over to the next page [LOCREQ-02]', async () => {
  const access = { ...nobodyLooks(), addressed: [aRequest()] };
  const { screen, server, history } = await openPortal('/user/settings', { world: { access } });
  const approve = screen.getByRole('button', { name: 'Approve access to Work ute' });
  for (const address of ['/user/settings', '/user/looks', '/user?tab=devices', '/user?tab=live']) {
    history.push(address);
    const main = screen.getByRole('main');
    await expect.element(approve).toBeVisible();
    expect(main.element().firstElementChild).toContainElement(approve.element());
  }
  await canBePressed(approve);
  server.on(listAccess, () => refuse('forbidden'));
  await approve.click();
  await expect.element(screen.getByRole('group', { name: 'Approved: Work ute' })).toBeVisible();
  history.push('/user/looks');
  await expect.element(screen.getByRole('region', { name: 'Can see your location now' })).toBeVisible();
  expect(approve.elements()).toEqual([]);
});

test("the page's stream starts at the position of the first response, so no request is missed [LOCREQ-02]", async () => {
  const { server } = await openPortal('/user', { world: { access: nobodyLooks() } });
  await expect.poll(() => server.stream.opened()).toEqual([`/api/stream?after=${FAKE_EVENT_POSITION}`]);
});

test("a failed answer shows 'Failed to respond to access request. Please try again.' and a late request 'Expired' [LOCREQ-02]", async () => {
  const over = aRequest({ deviceName: 'Boat', expiresAt: new Date(Date.now() - 1_000).toISOString() });
  const access = { ...nobodyLooks(), addressed: [aRequest(), over] };
  const { screen, server } = await openPortal('/user', { world: { access } });
  server.on(answerRequest, () => refuse('conflict'));
  await screen.getByRole('button', { name: 'Approve access to Work ute' }).click();
  await expect.element(screen.getByText('Failed to respond to access request. Please try again.')).toBeVisible();
  await expect
    .element(screen.getByText('Expired: Harbour Alarms wants to see the location of Boat for 30 minutes'))
    .toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve access to Boat' }).elements()).toEqual([]);
});

test('ending a grant takes effect at once, without a confirmation [LOCREQ-03]', async () => {
  const access = { ...nobodyLooks(), given: [aGrant()] };
  const { screen, server } = await openPortal('/user/looks', { world: { access } });
  const now = screen.getByRole('region', { name: 'Can see your location now' });
  await expect.element(now.getByRole('timer')).toMatchTextContent(/^2[34]:\d\d$/);
  const end = now.getByRole('button', { name: 'End now: Sam Okafor, Work ute' });
  await canBePressed(end);
  const finger = fingerOn(end);
  finger.press();
  finger.press();
  await expect.element(now.getByText('No one can see your location right now')).toBeVisible();
  expect(server.calls(endAccess).map(({ params }) => params['id'])).toEqual([expect.any(String)]);
});

test('the focus stays in the section after a grant is ended by keyboard [LOCREQ-03]', async () => {
  const given = [aGrant(), aGrant({ id: crypto.randomUUID(), deviceName: 'Boat' })];
  const { screen } = await openPortal('/user/looks', { world: { access: { ...nobodyLooks(), given } } });
  const end = screen.getByRole('button', { name: 'End now: Sam Okafor, Work ute' });
  await canBePressed(end);
  (end.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(end).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Can see your location now' })).toHaveFocus();
});

test('the log lists viewer, device, time and permission by day, filters by device and loads earlier views [LOCREQ-04]', async () => {
  const earlier = Array.from({ length: 60 }, (_, index) => aLook(3_000 + index, { what: 'path', positions: 40 }));
  const live = aLook(8, {
    what: 'live',
    positions: 12,
    toAt: new Date(Date.now() - 6 * 60_000).toISOString(),
    deviceName: 'Boat',
    serialNumber: 'Trace_4F6E',
  });
  const ana = { name: 'Ana Novak', companyName: null };
  const emergency = aLook(9, { viewer: ana, right: 'panic', grant: null });
  const access = { ...nobodyLooks(), looks: [live, emergency, ...earlier] };
  const { screen } = await openPortal('/user/looks', { world: { access } });
  const history = screen.getByRole('region', { name: 'History' });
  await expect.element(history.getByText('Live for 2 min, 12 positions')).toBeVisible();
  await expect.element(history.getByText('Your approval').first()).toBeVisible();
  const row = history.getByRole('row').filter({ hasText: 'Ana Novak' });
  await expect.element(row.getByText('Panic contact', { exact: true })).toBeVisible();
  await expect.element(row.getByText('Your emergency')).toBeVisible();
  expect(history.getByRole('row').elements().length).toBeLessThan(60);
  await history.getByRole('button', { name: 'Show earlier' }).click();
  await expect.poll(() => history.getByText('Path, 40 positions').elements().length).toBe(60);
  await history.getByRole('combobox', { name: 'Device' }).click();
  await screen.getByRole('option', { name: 'Boat' }).click();
  await expect.poll(() => history.getByText('Path, 40 positions').elements().length).toBe(0);
  await expect.element(history.getByText('Live for 2 min, 12 positions')).toBeVisible();
});

test('an open page shows a new view at once [LOCREQ-04] [LOCREQ-03]', async () => {
  const given = aGrant({ lastLookedAt: null });
  const access = { ...nobodyLooks(), given: [given] };
  const { screen, server } = await openPortal('/user/looks', { world: { access } });
  await expect.element(screen.getByText(/Not viewed yet\./)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  access.given = [{ ...given, lastLookedAt: new Date().toISOString() }];
  // Handed to two pages of the viewer.
  access.looks = [aLook(0, { positions: 2 })];
  server.stream.push(accessChangedEvent, {
    id: given.id,
    serialNumber: given.serialNumber,
    what: 'looked',
    side: 'user',
  });
  await expect.element(screen.getByRole('row').filter({ hasText: 'One position' })).toBeVisible();
  await expect.element(screen.getByText(/Last viewed/)).toBeVisible();
  expect(screen.getByText(/2 positions/).elements()).toEqual([]);
});

test('an empty log is one line that says that the location has no views [LOCREQ-04]', async () => {
  const { screen } = await openPortal('/user/looks');
  const words = screen.getByText(/^No one has viewed your location\./);
  await expect.element(words).toBeVisible();
  expect(words.element().clientHeight).toBeLessThan(40);
  await expect.element(screen.getByText('No one can see your location right now')).toBeVisible();
  expect(document.querySelectorAll('#page .mantine-Card-root')).toHaveLength(0);
});

test('long names leave End now on the screen of a phone [LOCREQ-03] [LOCREQ-04]', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  const deviceName = 'Baustellenanhaenger_Hauptbahnhof_Hamburg_Nord_2';
  const viewer = { ...aLook(5).viewer, name: 'Maximiliana Wolfeschlegelsteinhausenbergerdorff' };
  const given = [aGrant({ deviceName, holder: viewer })];
  const access = { ...nobodyLooks(), given, looks: [aLook(5, { deviceName, viewer })] };
  const { screen } = await openPortal('/user/looks', { world: { access } });
  const end = screen.getByRole('button', { name: `End now: ${viewer.name}, ${deviceName}` });
  await expect.element(end).toBeVisible();
  await expect.element(screen.getByText('Your approval')).toBeVisible();
  expect(end.element().getBoundingClientRect().right).toBeLessThan(390);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test.each(corners)(
  'axe reports no violations in the current grants and the access log (%s, %s)',
  async (scheme, width) => {
    const access = {
      ...nobodyLooks(),
      given: [aGrant()],
      looks: [aLook(5), aLook(2_000, { right: 'installer_unassigned', grant: null })],
    };
    await page.viewport(width, 900);
    const { screen } = await openPortal('/user/looks', { world: { access }, scheme });
    await expect.element(screen.getByText('Your approval').first()).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  },
);
