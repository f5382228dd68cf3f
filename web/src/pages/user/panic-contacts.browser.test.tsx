import {
  addPanicContact,
  orderPanicContacts,
  testOwnPhone,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import {
  answerPanicConsent,
  seePanicConsent,
  stopPanicConsent,
} from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { aContact, anAddress, noContacts, ownToken } from '#testing/fake-server/fake-server-panic-contacts.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';

const ana = aContact('Ana');
const mailed = 'm'.repeat(43);
const jonas = aContact('Jonas', {
  phone: anAddress('+61491570156', { state: 'invited', isFailed: true }),
  channels: ['push', 'email', 'sms'],
});

test('a contact who agreed by no chosen channel stands in no chain and gets no test [PANIC-07]', async () => {
  const ben = aContact('Ben', { phone: anAddress('+61491570157', { state: 'invited' }), channels: ['sms'] });
  const panicContacts = noContacts({ isPremium: true, contacts: [ben] });
  const { screen } = await openPortal('/user/settings', { world: { panicContacts } });
  const card = screen.getByRole('region', { name: texts.title });
  await expect
    .poll(() => card.getByRole('list').first().element().textContent)
    .toBe("At onceYouAfter 30 sYour installer's company and Trace support");
  await expect.element(card.getByRole('button', { name: texts.editOf('Ben') })).toBeVisible();
  expect(card.getByRole('button', { name: texts.testOf('Ben') }).elements()).toEqual([]);
});

test('the card shows the chain, orders by keyboard, tests a contact, and adds one [PANIC-07]', async () => {
  const panicContacts = noContacts({ isPremium: true, contacts: [ana, jonas] });
  const { server, screen } = await openPortal('/user/settings', { world: { panicContacts } });
  const card = screen.getByRole('region', { name: texts.title });
  const chain = () => card.getByRole('list').first().element().textContent;
  await expect
    .poll(chain)
    .toBe("At onceYouAt onceAnaAfter 30 sJonasAfter 90 sYour installer's company and Trace support");
  await expect.element(card.getByText(texts.noBrowser, { exact: true })).toBeVisible();
  await expect.element(card.getByText(texts.notSent)).toBeVisible();

  await card.getByRole('button', { name: texts.up('Jonas') }).click();
  await expect.poll(chain).toMatch(/^At onceYouAt onceJonasAfter 30 sAna/);
  expect(server.calls(orderPanicContacts)[0]?.body).toEqual({ ids: [jonas.id, ana.id] });
  await expect.element(card.getByText(texts.moved('Jonas', 1))).toBeInTheDocument();

  await card.getByRole('button', { name: texts.testOf('Jonas') }).click();
  await expect.element(card.getByText(/Push no browser set up, Email sent to the mail server, SMS sent/)).toBeVisible();
  server.on(testPanicContact, () => refuse('too_many_requests', texts.testLimit, undefined, 2_400));
  await card.getByRole('button', { name: texts.testOf('Jonas') }).click();
  await expect
    .element(card.getByText('You can send 3 tests to a contact per hour. Try again in 40 minutes.'))
    .toBeVisible();

  await card.getByRole('button', { name: texts.add }).click();
  const dialog = screen.getByRole('dialog', { name: texts.addTitle });
  await dialog.getByRole('textbox', { name: texts.name }).fill('Ben');
  await dialog.getByRole('checkbox', { name: 'SMS' }).click();
  await dialog.getByRole('button', { name: texts.invite }).click();
  await expect.element(dialog.getByText(texts.addressMissing.email)).toBeVisible();
  await expect.element(dialog.getByText(texts.addressMissing.phone)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'SMS' }).click();
  await dialog.getByRole('textbox', { name: texts.email }).fill('ben@post.example');
  await dialog.getByRole('button', { name: texts.invite }).click();
  await expect.element(card.getByText('ben@post.example')).toBeVisible();
  expect(server.calls(addPanicContact)[0]?.body).toMatchObject({ name: 'Ben', email: 'ben@post.example', phone: null });
});

test('a test SMS to the own number names the number, its failure and its limit, and needs SMS to be on [PANIC-07]', async () => {
  const settings = { wantsDrills: false, channels: ['email' as const] };
  const panicContacts = noContacts({ isPremium: true, settings });
  const { server, screen } = await openPortal('/user/settings', { world: { panicContacts } });
  const card = screen.getByRole('region', { name: texts.title });
  const button = card.getByRole('button', { name: texts.ownTest });
  await expect.element(card.getByRole('checkbox', { name: 'SMS' })).toBeEnabled();
  expect(button.elements()).toEqual([]);
  await card.getByRole('checkbox', { name: 'SMS' }).click();

  await button.click();
  await expect.element(card.getByText(texts.ownTestOutcome.sent('+61491570156'))).toBeVisible();
  server.on(testOwnPhone, () => ({ phone: '+61491570156', outcome: 'failed' as const }));
  await button.click();
  await expect.element(card.getByText(texts.ownTestOutcome.failed('+61491570156'))).toBeVisible();
  server.on(testOwnPhone, () => refuse('too_many_requests', texts.ownTestLimit));
  await button.click();
  await expect.element(card.getByText(texts.ownTestLimit)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('the focus returns to Remove after Escape, and goes to the list with the removed contact [PANIC-07]', async () => {
  const panicContacts = noContacts({ isPremium: true, contacts: [ana, jonas] });
  const { screen } = await openPortal('/user/settings', { world: { panicContacts } });
  const remove = screen.getByRole('button', { name: texts.removeOf('Ana') });
  const dialog = screen.getByRole('dialog', { name: texts.removeTitle('Ana') });
  await expect.element(remove).toBeVisible();
  (remove.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(remove).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: texts.remove }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('list', { name: texts.list })).toHaveFocus();
});

test('on the free plan the card says that no contact is told, on a phone in the dark [PANIC-07] [SUB-06]', async () => {
  await page.viewport(390, 844);
  const world = { panicContacts: noContacts({ contacts: [ana] }) };
  const { screen } = await openPortal('/user/settings', { world, scheme: 'dark' });
  const card = screen.getByRole('region', { name: texts.title });
  await expect.element(card.getByText(texts.freePlan)).toBeVisible();
  await expect.element(card.getByRole('button', { name: texts.removeOf('Ana') })).toBeVisible();
  expect(card.getByRole('button', { name: texts.add }).elements()).toEqual([]);
  expect(card.getByRole('button', { name: texts.testOf('Ana') }).elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await axeFindings()).toEqual([]);
});

test('the page of a contact says who asks, agrees, and stops after a question [PANIC-07]', async () => {
  const { server, screen } = await openPortal(`/panic-contact#${mailed}`, {
    world: { person: null },
  });
  await expect.element(screen.getByText('Mia Novak asks you to be a panic contact')).toBeVisible();
  await expect.element(screen.getByText(/does not replace emergency services/)).toBeVisible();
  await expect.element(screen.getByText(/come at any hour\. Quiet hours/)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Also send me monthly tests' }).click();
  await screen.getByRole('button', { name: 'Agree' }).click();
  await expect.element(screen.getByText('You are a panic contact of Mia Novak')).toBeVisible();
  expect(server.calls(answerPanicConsent)[0]?.body).toEqual({
    ...{ token: mailed, agrees: true, allowsDrills: true },
  });
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Stop being a contact of Mia Novak' }).click();
  await screen.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.element(screen.getByText('You are not a panic contact of Mia Novak')).toBeVisible();
  expect(server.calls(stopPanicConsent)[0]?.body).toEqual({ token: ownToken });
});

test('Decline on an invitation that was answered in another tab says that the link is used up [PANIC-07]', async () => {
  const { server, screen } = await openPortal(`/panic-contact#${mailed}`, { world: { person: null } });
  const decline = screen.getByRole('button', { name: 'Decline' });
  await expect.element(decline).toBeVisible();
  for (const endpoint of [seePanicConsent, answerPanicConsent]) server.on(endpoint, () => refuse('gone', 'Gone.'));
  await decline.click();
  await expect.element(screen.getByText('This link no longer works')).toBeVisible();
  await expect.element(decline).not.toBeInTheDocument();
});
