import { listDrills, startDrill, type Drill } from '@trace/contract/panic/drills/panic.drills.api';
import { drillTexts } from '@trace/contract/panic/drills/panic.drills.texts';
import { panicPagesTexts } from '@trace/contract/panic/panic.pages.texts';
import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { getAlertSettings } from '@trace/contract/alerts/alerts.settings.api';
import { alertsTexts } from '@trace/contract/alerts/alerts.texts';
import { signOut } from '@trace/contract/auth/auth.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { endOtherSessions, endSession } from '@trace/contract/auth/sessions/auth.sessions.api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { plainAccount, rightCode } from '#testing/fake-server/people/fake-server-accounts.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia, sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

/** Waits until a part of the page shows this. */
async function expectShown(place: Locator, words: string | RegExp): Promise<void> {
  await expect.poll(() => place.element().textContent).toMatch(words);
}

const open = (change: Parameters<typeof openPortal>[1] = {}) => openPortal('/user/settings', change);

const region = (screen: Awaited<ReturnType<typeof open>>['screen'], name: string) =>
  screen.getByRole('region', { name });

test('the settings show the stored personal and account information [SET-01]', async () => {
  const { screen } = await open();
  const personal = region(screen, 'Personal Information');
  await expectShown(personal, /Mia.*Novak.*\+61491570156.*Australia\/Sydney/);
  const account = region(screen, 'Account Information');
  await expectShown(account, /mia\.novak@post\.example.*User.*Active/);
  expect(account.element().textContent).not.toContain('Company');
});

test.each([
  { person: mia, address: '/user/settings', note: texts.timeZoneOfPings },
  { person: sam, address: '/installer/settings', note: texts.timeZoneText },
] as const)('the time zone of a $person.userType says what follows it [SET-01]', async ({ person, address, note }) => {
  const { screen } = await openPortal(address, { world: { person } });
  await expect.element(region(screen, 'Personal Information').getByText(note)).toBeVisible();
});

test('the list of parts leads to each part of the settings [SET-01]', async () => {
  const { screen } = await open();
  const list = screen.getByRole('navigation', { name: texts.partsLabel });
  await expect.element(list).toBeVisible();
  const links = list.getByRole('link').elements();
  const parts = links.map((link) => [link.textContent, document.querySelector(link.getAttribute('href')!)]);
  expect(parts.map(([name]) => name)).toEqual([
    'Profile',
    'Alerts',
    panicPagesTexts.title,
    'Panic contacts',
    drillTexts.title,
    'Sign-in and security',
    'Location privacy',
    'My requests',
    'Subscription',
    'Appearance',
    'Your data and account',
  ]);
  expect(parts.filter(([, part]) => part === null)).toEqual([]);
  await list.getByRole('link', { name: 'Appearance' }).click();
  await expect.element(region(screen, 'Appearance')).toBeInViewport();
});

test('the test of the panic chain names the missing device in place of its form [PANIC-08]', async () => {
  const { screen } = await open({ world: { devices: [] } });
  const drills = region(screen, drillTexts.title);
  await expect.element(drills.getByText(drillTexts.noneToTest)).toBeVisible();
  await expect.element(drills.getByRole('button', { name: drillTexts.start })).not.toBeInTheDocument();
});

test('a list of tests that fails to load offers Try again [PANIC-08]', async () => {
  const { screen, server } = await openPortal('/user');
  server.on(listDrills, () => refuse('internal'));
  await screen.getByRole('link', { name: 'Account Settings' }).first().click();
  const drills = region(screen, drillTexts.title);
  await expect.element(drills.getByText(drillTexts.loadFailed)).toBeVisible();
  server.on(listDrills, () => ({ drills: [] }));
  await drills.getByRole('button', { name: 'Try again' }).click();
  await expect.element(drills.getByText(drillTexts.empty)).toBeVisible();
});

test('a double click starts one test of the panic chain [PANIC-08]', async () => {
  const { screen, server } = await open();
  server.on(startDrill, () => refuse('premium_required', 'Tests need premium.'));
  await region(screen, drillTexts.title).getByRole('button', { name: drillTexts.start }).dblClick();
  await expect.element(screen.getByText('Tests need premium.')).toBeVisible();
  expect(server.calls(startDrill)).toHaveLength(1);
});

const aMessage = (state: Drill['messages'][number]['state'], channel: 'sms' | 'email' = 'sms') => ({
  ...({ name: 'Ana', role: 'contact' } as const),
  ...{ channel, state, afterMs: state === 'sent' ? 2_100 : null },
});

const aDrill = (messages: Drill['messages']): Drill => ({
  ...{ id: crypto.randomUUID(), incidentId: crypto.randomUUID(), deviceName: 'Work ute', serialNumber: 'Trace_4F21' },
  ...{ hubName: null, isMonthly: false, startedAt: new Date().toISOString(), messages, seenAfterMs: null },
  sentAfterMs: messages.some(({ state }) => state === 'sent') ? 2_100 : null,
  problems: messages.filter(({ state }) => state === 'failed').length,
});

test.each<[string, Drill['messages']]>([
  ['All sent in 2.1 s', [aMessage('sent'), aMessage('sent', 'email')]],
  ['Sent in 2.1 s, 1 still waiting', [aMessage('sent'), aMessage('waiting', 'email')]],
  ['Sent in 2.1 s', [aMessage('sent'), aMessage('failed', 'email')]],
  ['Sending', [aMessage('waiting')]],
  ['No message was sent', [aMessage('failed')]],
])('a test of the panic chain reads %j as long as that is true [PANIC-08]', async (words, messages) => {
  const { screen, server } = await openPortal('/user');
  server.on(listDrills, () => ({ drills: [aDrill(messages)] }));
  await screen.getByRole('link', { name: 'Account Settings' }).first().click();
  const row = region(screen, drillTexts.title).getByRole('listitem');
  await expect.element(row.getByText(`${words} · Not opened by a contact`, { exact: true })).toBeVisible();
});

test('a running test of the panic chain follows the stream instead of a poll every 2 s [PANIC-08]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen, server } = await openPortal('/user');
  server.on(listDrills, () => ({ drills: [aDrill([aMessage('waiting')])] }));
  await screen.getByRole('link', { name: 'Account Settings' }).first().click();
  const row = region(screen, drillTexts.title).getByRole('listitem');
  await expect.element(row.getByText(/^Sending/)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const before = server.calls(listDrills).length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.calls(listDrills)).toHaveLength(before);
  server.on(listDrills, () => ({ drills: [aDrill([aMessage('sent')])] }));
  server.stream.push(panicChangedEvent, { id: crypto.randomUUID(), isRinging: false }, '9');
  await expect.element(row.getByText(/^All sent in 2\.1 s/)).toBeVisible();
});

test.each([
  ['user', mia],
  ['installer', sam],
])(
  'the settings of a %s open at the part of the address when profile and alerts load late [SET-01]',
  async (area, person) => {
    await page.viewport(1_280, 500);
    const { server, history } = await openPortal(`/${area}`, { world: { person: { ...person } } });
    const sendProfile = server.hold(getProfile);
    const sendAlerts = server.hold(getAlertSettings);
    history.push(`/${area}/settings#security`);
    await expect.poll(() => server.calls(getProfile)).toHaveLength(1);
    sendProfile();
    const topOf = (id: string) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? 0);
    // Below the head of the page.
    await expect.poll(() => topOf('security')).toBe(100);
    sendAlerts();
    const alerts = page.getByRole('region', { name: alertsTexts.title });
    await expect.poll(() => alerts.query()?.clientHeight).toBeGreaterThan(300);
    await expect.poll(() => topOf('security')).toBe(100);
  },
);

test('the settings stay where the person scrolled to while parts load [SET-01]', async () => {
  await page.viewport(1_280, 500);
  const { screen, server, history } = await openPortal('/user');
  const sendAlerts = server.hold(getAlertSettings);
  history.push('/user/settings#security');
  await expect.element(region(screen, 'Sessions')).toBeInViewport();
  await userEvent.keyboard('{Home}');
  scrollTo(0, 0);
  sendAlerts();
  await expect.element(screen.getByRole('region', { name: alertsTexts.title }).getByRole('switch')).toBeVisible();
  expect(scrollY).toBe(0);
});

test('installers also see their company [SET-01]', async () => {
  const { screen } = await openPortal('/installer/settings', { world: { person: { ...sam } } });
  const account = region(screen, 'Account Information');
  await expect.poll(() => account.element().textContent).toMatch(/Company.*Harbour Alarms/);
});

test('the company of a membership replaces the business name [AUTH-05] [SET-01]', async () => {
  const accounts = { ...plainAccount(), businessName: 'Okafor and sons' };
  const world = { person: { ...sam }, accounts, companies: samsCompany() };
  const { screen } = await openPortal('/installer/settings', { world });
  const account = region(screen, 'Account Information');
  await expect.poll(() => account.element().textContent).toMatch(/Company.*Harbour Alarms/);
  expect(account.element().textContent).not.toContain('Okafor and sons');
  await expectShown(region(screen, 'Personal Information'), /Okafor and sons/);
});

test('personal information can be edited, saved and cancelled [SET-01]', async () => {
  const { screen, server } = await open();
  await region(screen, 'Personal Information').getByRole('button', { name: 'Edit' }).click();
  const first = screen.getByRole('textbox', { name: 'First name' });
  await expect.element(first).toHaveFocus();
  await first.fill('Changed');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expectShown(region(screen, 'Personal Information'), 'Mia');
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
  expect(server.calls(updateProfile)).toEqual([]);

  await screen.getByRole('button', { name: 'Edit' }).click();
  await screen.getByRole('textbox', { name: 'First name' }).fill('Zoë 🚙');
  // AUTH-06: the same selector as at the sign-up.
  const prefix = screen.getByRole('combobox', { name: signUpTexts.phonePrefix });
  await expect.element(prefix).toHaveValue('Australia +61');
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('(0412) 345-678');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Changes saved.')).toBeVisible();
  await expectShown(region(screen, 'Personal Information'), 'Zoë 🚙');
  // Another page may have changed the other values meanwhile.
  expect(server.calls(updateProfile)[0]!.body).toEqual({ firstName: 'Zoë 🚙', phone: '+61412345678' });
});

test('the first invalid field shows the reason and takes the focus, also after a refusal by the server [SET-01]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Edit' }).click();
  await screen.getByRole('textbox', { name: 'First name' }).fill('   ');
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0412');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(texts.firstNameMissing)).toBeVisible();
  await expect.element(screen.getByText(signUpTexts.phoneInvalid)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveFocus();
  expect(server.calls(updateProfile)).toEqual([]);

  server.on(updateProfile, () => refuse('invalid_input', texts.phoneInvalid, 'body.phone'));
  await screen.getByRole('textbox', { name: 'First name' }).fill('Mia');
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0412 345 678');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(texts.phoneInvalid)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Phone number' })).toHaveFocus();
});

test("a failed change shows 'Failed to update account settings' [SET-01]", async () => {
  const { screen, server } = await open();
  server.on(updateProfile, () => refuse('internal'));
  await screen.getByRole('button', { name: 'Edit' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Failed to update account settings')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toBeVisible();
});

test('a new email address becomes the username after its code is entered [SET-04]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Change email' }).click();
  const email = screen.getByRole('textbox', { name: 'New email' });
  await expect.element(email).toHaveFocus();
  await email.fill('not an address');
  await screen.getByRole('button', { name: 'Send code' }).click();
  await expect.element(screen.getByText(texts.emailInvalid)).toBeVisible();
  expect(server.calls(changeEmail)).toEqual([]);
  await email.fill('mia@new.example');
  await screen.getByRole('button', { name: 'Send code' }).click();
  const code = screen.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await screen.getByRole('button', { name: 'Change my email' }).click();
  await expect.element(screen.getByText(texts.codeWrong)).toBeVisible();
  await code.fill(`${rightCode.slice(0, 3)} ${rightCode.slice(3)}`);
  await screen.getByRole('button', { name: 'Change my email' }).click();
  await expect.element(screen.getByText('Your email is now mia@new.example.')).toBeVisible();
  await expectShown(region(screen, 'Account Information'), 'mia@new.example');
  expect(server.calls(confirmEmail)).toHaveLength(2);
});

test('a mistyped new email address can be corrected before its code is entered [SET-04]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Change email' }).click();
  await screen.getByRole('textbox', { name: 'New email' }).fill('mia@nwe.example');
  await screen.getByRole('button', { name: 'Send code' }).click();
  await screen.getByRole('button', { name: texts.newCode }).click();
  const email = screen.getByRole('textbox', { name: 'New email' });
  await expect.element(email).toHaveValue('mia@nwe.example');
  await email.fill('mia@new.example');
  await screen.getByRole('button', { name: 'Send code' }).click();
  await expect.element(screen.getByRole('dialog').getByText(texts.codeSent('mia@new.example'))).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toBeVisible();
  expect(server.calls(changeEmail)).toHaveLength(2);
});

test('a new password must follow the rules and be typed twice [SET-04]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Change password' }).click();
  const first = screen.getByLabelText(/^New password(?! again)/);
  const again = screen.getByLabelText(/^Repeat new password/);
  const submit = () => screen.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await first.fill('short');
  await submit();
  await expect.element(first).toHaveFocus();
  await first.fill('Ferry-2027-lantern!');
  await again.fill('Ferry-2027-lantern?');
  await submit();
  await expect.element(screen.getByText(texts.passwordsDiffer)).toBeVisible();
  expect(server.calls(changePassword)).toEqual([]);
  await again.fill('Ferry-2027-lantern!');
  await submit();
  await expect.element(screen.getByText(texts.passwordChanged)).toBeVisible();
  expect(server.calls(changePassword)).toHaveLength(1);
});

test('the sessions are listed and end singly or all others together [SESS-05]', async () => {
  const { screen, server, world } = await open();
  const sessions = region(screen, 'Sessions');
  await expectShown(sessions, /Firefox on Windows.*This session.*203\.0\.113\.7/);
  await sessions.getByRole('button', { name: /Chrome on Android/ }).click();
  await expect.element(screen.getByText('Session ended.')).toBeVisible();
  expect(server.calls(endSession)).toHaveLength(1);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect.element(screen.getByText('1 other session ended.')).toBeVisible();
  expect(server.calls(endOtherSessions)).toHaveLength(1);
  expect(world.accounts.sessions).toHaveLength(1);
  await expect.element(sessions.getByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
});

test('the data is downloaded as a single file [SET-03]', async () => {
  const { screen, server } = await open();
  const made = vi.spyOn(URL, 'createObjectURL');
  const clicked: string[] = [];
  const listen = (event: Event) => {
    if (event.target instanceof HTMLAnchorElement && event.target.download) {
      clicked.push(event.target.download);
      event.preventDefault();
    }
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    listen({ target: this, preventDefault: () => {} } as unknown as Event);
  });
  await screen.getByRole('button', { name: 'Download my data' }).click();
  await vi.waitFor(() => expect(clicked).toEqual(['trace-data-2026-11-22.json']));
  expect(server.calls(downloadData)).toHaveLength(1);
  const blob = made.mock.calls.at(-1)![0] as Blob;
  expect(JSON.parse(await blob.text())).toMatchObject({ auth: { account: { email: mia.email } } });
  vi.restoreAllMocks();
});

test('the account is deleted only with the phrase, in upper or lower case [SET-02]', async () => {
  const { screen, server, history } = await open();
  await region(screen, 'Danger Zone').getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  await expect.element(field).toHaveFocus();
  const button = dialog.getByRole('button', { name: 'Delete account' });
  await expect.element(button).toBeDisabled();
  await field.fill('delete my acount');
  await expect.element(button).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(server.calls(deleteAccount)).toEqual([]);
  await field.fill('Delete My Account');
  await button.click();
  await expect.element(screen.getByText('Your account has been deleted.')).toBeVisible();
  expect(history.location.pathname).toBe('/');
});

test('a double press deletes the account once and shows no failure [SET-02]', async () => {
  const { screen, server } = await open();
  await region(screen, 'Danger Zone').getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('delete my account');
  const button = dialog.getByRole('button', { name: 'Delete account' }).element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(screen.getByText('Your account has been deleted.')).toBeVisible();
  expect(server.calls(deleteAccount)).toHaveLength(1);
});

test('a sign-out that fails after the deletion is no failed deletion [SET-02]', async () => {
  const { screen, server } = await open();
  server.on(signOut, () => refuse('internal'));
  await region(screen, 'Danger Zone').getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('delete my account');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect.poll(() => server.calls(signOut)).toHaveLength(1);
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('Your account has been deleted.')).toBeVisible();
  expect(screen.getByText(texts.deleteFailed).elements()).toEqual([]);
});

test('a double press sends each step of a new email and a new password once [SET-04]', async () => {
  const { screen, server } = await open();
  const pressTwice = (name: string) => {
    const button = screen.getByRole('dialog').getByRole('button', { name }).element() as HTMLButtonElement;
    button.click();
    button.click();
  };
  await screen.getByRole('button', { name: 'Change email' }).click();
  await screen.getByRole('textbox', { name: 'New email' }).fill('mia@new.example');
  pressTwice('Send code');
  await screen.getByRole('textbox', { name: 'Code' }).fill(rightCode);
  pressTwice('Change my email');
  await expect.element(screen.getByText('Your email is now mia@new.example.')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Change password' }).click();
  await screen.getByLabelText(/^New password(?! again)/).fill('Ferry-2027-lantern!');
  await screen.getByLabelText(/^Repeat new password/).fill('Ferry-2027-lantern!');
  pressTwice('Change password');
  await expect.element(screen.getByText(texts.passwordChanged)).toBeVisible();
  for (const call of [changeEmail, confirmEmail, changePassword]) expect(server.calls(call)).toHaveLength(1);
});

test('Escape closes the re-authentication dialog but not the dialog below [SET-02] [AUTH-17]', async () => {
  const { screen, server } = await open();
  server.on(deleteAccount, () => refuse('proof_required', "Confirm it's you to continue."));
  await screen.getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByRole('textbox').fill('delete my account');
  await userEvent.keyboard('{Enter}');
  const proof = screen.getByRole('dialog', { name: "Confirm it's you" });
  await expect.element(proof.getByRole('textbox', { name: 'Password' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(proof).not.toBeInTheDocument();
  await expect.element(screen.getByText("Confirm it's you to continue.")).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('delete my account');
  await expect.element(dialog.getByRole('button', { name: 'Delete account' })).toBeEnabled();
  expect(server.calls(deleteAccount)).toHaveLength(1);
});

test("a failed deletion shows 'Failed to delete account. Please contact support.', and a company owner reads the reason [SET-02]", async () => {
  const { screen, server } = await open();
  server.on(deleteAccount, () => refuse('internal'));
  await screen.getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('delete my account');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect.element(screen.getByText('Failed to delete account. Please contact support.')).toBeVisible();
  server.on(deleteAccount, () => refuse('conflict', 'Hand your company over first.'));
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect.element(screen.getByText('Hand your company over first.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('the settings are accessible (%s, %i px) [SET-01]', async (scheme, width) => {
  await page.viewport(width, 900);
  const { screen } = await open({ scheme });
  await expectShown(region(screen, 'Sessions'), 'Safari on iPhone');
  expect(await axeFindings(document.body)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await screen.getByRole('button', { name: 'Delete account' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus();
  expect(await axeFindings(document.body)).toEqual([]);
});
