import { answerRequest, endAccess, listAccess } from '@trace/contract/location-access/location-access.api';
import { accessChangedEvent } from '@trace/contract/location-access/location-access.stream';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { aGrant, aLook, aRequest, nobodyLooks } from '#testing/fake-server/fake-server-access.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { FAKE_EVENT_POSITION, refuse } from '#testing/fake-server/fake-server.ts';

const corners = [
  ['dark', 1_440],
  ['light', 390],
] as const;

/** A finger that stays where the button is now, whatever moves under it. */
function fingerOn(button: Locator) {
  const { x, y, width, height } = button.element().getBoundingClientRect();
  const under = () => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') ?? null;
  const press = () => under()?.click();
  return { press, label: () => under()?.getAttribute('aria-label') };
}

async function canBePressed(button: Locator) {
  await expect.element(button).toHaveAttribute('aria-disabled', 'false');
}

const told = () => document.querySelector('[aria-live="polite"]')?.textContent ?? '';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const twoAsk = () => ({
  ...nobodyLooks(),
  addressed: [
    aRequest({ deviceName: 'Courier scooter', requestedAt: minutesAgo(2) }),
    aRequest({ requestedAt: minutesAgo(9) }),
  ],
});

test('LOCREQ-02 UDASH-04 who asks is said before everything; approving takes it from the list', async () => {
  const access = { ...nobodyLooks(), addressed: [aRequest()] };
  const { screen, server } = await openPortal('/user', { world: { access } });
  const card = screen.getByRole('region', {
    name: 'Harbour Alarms wants to see the location of Work ute for 30 minutes',
  });
  await expect.element(card).toMatchTextContent(/Sam Okafor asked 2 min ago\. Expires in 23 h 5\d min\./);
  await card.getByRole('button', { name: 'Approve access to Work ute' }).click();
  await expect.element(card).not.toBeInTheDocument();
  expect(told()).toContain('Sam Okafor can see Work ute for 30 minutes. You can end it sooner.');
  const link = screen.getByRole('link', { name: /1 person can see your location right now/ });
  await expect.element(link).toBeVisible();
  expect(server.calls(answerRequest).map(({ body }) => body)).toEqual([{ answer: 'approved' }]);
  await userEvent.tab();
  link.element().focus();
  expect(getComputedStyle(link.element()).outline).toMatch(/solid 2px$/);
});

test('LOCREQ-02 whoever keeps tapping answers one request; the next slides under the finger and is not pressed', async () => {
  const access = twoAsk();
  const { screen, server } = await openPortal('/user', { world: { access } });
  const approve = screen.getByRole('button', { name: 'Approve access to Courier scooter' });
  await canBePressed(approve);
  const finger = fingerOn(approve);
  finger.press();
  finger.press();
  await expect.element(screen.getByRole('region', { name: 'Approved: Courier scooter' })).toBeVisible();
  expect(told()).toContain('Sam Okafor can see Courier scooter for 30 minutes.');
  await expect.poll(() => [finger.press(), finger.label()][1]).toBe('Approve access to Work ute');
  finger.press();
  const deny = screen.getByRole('button', { name: 'Deny access to Work ute' });
  await canBePressed(deny);
  expect(server.calls(answerRequest)).toHaveLength(1);
  await deny.click();
  await expect.element(screen.getByRole('region', { name: 'Denied: Work ute' })).toBeVisible();
  expect(told()).toContain('Request for Work ute denied. No access was given.');
  expect(told()).not.toContain('Failed to respond');
});

test('LOCREQ-02 one that comes in above is not pressed by who aimed at another; Enter answers one and no more', async () => {
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

test('LOCREQ-02 LOCREQ-03 what was answered or ended in another window already is done, not failed', async () => {
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
  await expect.poll(told).toContain('Sam Okafor can no longer see Courier scooter.');
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('LOCREQ-02 one that comes while the page is open is there at once; denying it lets nobody in', async () => {
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
  // It is no question again while the list cannot be had anew.
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

test('LOCREQ-02 who asks is said on every page, and an answer holds on the next one', async () => {
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

test("LOCREQ-02 the page's stream begins where its first answer stood, so that nobody asks in between unseen", async () => {
  const { server } = await openPortal('/user', { world: { access: nobodyLooks() } });
  await expect.poll(() => server.stream.opened()).toEqual([`/api/stream?after=${FAKE_EVENT_POSITION}`]);
});

test("LOCREQ-02 'Failed to respond to access request. Please try again.'; one whose time is over says 'Expired'", async () => {
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

test('LOCREQ-03 who can see now is ended at once, without a question', async () => {
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

test('LOCREQ-03 who ended one by keyboard goes on from there, and not from the top of the page', async () => {
  const given = [aGrant(), aGrant({ id: crypto.randomUUID(), deviceName: 'Boat' })];
  const { screen } = await openPortal('/user/looks', { world: { access: { ...nobodyLooks(), given } } });
  const end = screen.getByRole('button', { name: 'End now: Sam Okafor, Work ute' });
  await canBePressed(end);
  (end.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(end).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Can see your location now' })).toHaveFocus();
});

test('LOCREQ-04 who looked, at what, when and by which right, by day; one device alone; earlier ones on demand', async () => {
  const earlier = Array.from({ length: 60 }, (_, index) => aLook(3_000 + index, { what: 'path', positions: 40 }));
  const live = aLook(8, {
    what: 'live',
    positions: 12,
    toAt: new Date(Date.now() - 6 * 60_000).toISOString(),
    deviceName: 'Boat',
    serialNumber: 'Trace_4F6E',
  });
  const access = { ...nobodyLooks(), looks: [live, ...earlier] };
  const { screen } = await openPortal('/user/looks', { world: { access } });
  const history = screen.getByRole('region', { name: 'History' });
  await expect.element(history.getByText('Live for 2 min, 12 positions')).toBeVisible();
  await expect.element(history.getByText('Your approval').first()).toBeVisible();
  expect(history.getByRole('row').elements().length).toBeLessThan(60);
  await history.getByRole('button', { name: 'Show earlier' }).click();
  await expect.poll(() => history.getByText('Path, 40 positions').elements().length).toBe(60);
  await history.getByRole('combobox', { name: 'Device' }).click();
  await screen.getByRole('option', { name: 'Boat' }).click();
  await expect.poll(() => history.getByText('Path, 40 positions').elements().length).toBe(0);
  await expect.element(history.getByText('Live for 2 min, 12 positions')).toBeVisible();
});

test('LOCREQ-04 LOCREQ-03 an open page shows at once who looks now', async () => {
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

test('LOCREQ-04 nobody has looked, and a list that cannot be loaded, each say so', async () => {
  const { screen, server } = await openPortal('/user/looks');
  await expect.element(screen.getByText(/^No one has viewed your location\./)).toBeVisible();
  expect(server.calls().length).toBeGreaterThan(0);
});

test.each(corners)('axe finds nothing in who can see and who looked (%s, %s)', async (scheme, width) => {
  const access = {
    ...nobodyLooks(),
    given: [aGrant()],
    looks: [aLook(5), aLook(2_000, { right: 'installer_unassigned', grant: null })],
  };
  await page.viewport(width, 900);
  const { screen } = await openPortal('/user/looks', { world: { access }, scheme });
  await expect.element(screen.getByText('Your approval').first()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
