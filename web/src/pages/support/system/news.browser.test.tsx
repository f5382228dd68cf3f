import { createNotification, withdrawNotification } from '@trace/contract/notifications/notifications.staff.api';
import { listSentNotifications } from '@trace/contract/notifications/notifications.staff.api';
import { notificationsChangedEvent } from '@trace/contract/notifications/notifications.stream';
import { sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import {
  createUpdate,
  deleteUpdate,
  editUpdate,
  listManagedUpdates,
} from '@trace/contract/recent-updates/recent-updates.staff.api';
import type { ManagedUpdate } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { done } from '@trace/contract/kernel/endpoint';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { noAlerts } from '#testing/fake-server/people/fake-server-alerts.ts';
import { aNotification, serveNotifications } from '#testing/fake-server/people/fake-server-notifications.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { mia, sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const staff = { ...mia, userType: 'staff' as const, firstName: 'Ann', lastName: 'Lee', email: 'ann@trace.example' };
const worldWith = (...notifications: ReturnType<typeof aNotification>[]) => ({ ...noAlerts(), notifications });

test('staff search, filter, view, create and withdraw notifications [NOTF-01] [NOTF-02] [SUPL-05]', async () => {
  const alerts = worldWith(
    aNotification('Maintenance', { type: 'warning', audience: 'installers', expiresAt: ago(-900) }),
    aNotification('<b>Old</b>', { isRead: true, expiresAt: ago(5) }),
  );
  const { screen, server } = await openPortal('/support/notifications', { world: { person: staff, alerts } });
  const cards = screen.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const textOfFirst = () => cards.elements()[0]?.textContent;
  await expect.element(cards.first()).toBeVisible();
  expect(cards.elements().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^WarningInstallersUnreadMaintenance.*Created 1 h ago by ann@trace.example.*Expires /s),
    expect.stringMatching(/^InfoAllExpired<b>Old<\/b>/),
  ]);
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: 'View Maintenance' }).click();
  const view = screen.getByRole('dialog', { name: 'Maintenance' });
  await expect.element(view.getByText(/unavailable on Sunday/)).toBeVisible();
  await view.getByRole('button', { name: texts.withdraw }).click();
  await screen.getByRole('dialog', { name: texts.withdrawTitle }).getByRole('button', { name: texts.withdraw }).click();
  await expect.poll(textOfFirst).toMatch(/^WarningInstallersWithdrawn/);
  expect(server.calls(withdrawNotification)).toHaveLength(1);

  await screen.getByRole('button', { name: texts.create }).click();
  const create = screen.getByRole('dialog', { name: texts.createTitle });
  await create.getByRole('button', { name: texts.send }).click();
  await expect.element(create.getByText('Please fill in all required fields')).toBeVisible();
  await expect.element(create.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await create.getByRole('textbox', { name: 'Title' }).fill('Hello');
  await create.getByRole('textbox', { name: 'Message' }).fill('To everyone');
  await create.getByLabelText(texts.expiry).fill('20261-01-01');
  await create.getByRole('button', { name: texts.send }).click();
  await expect.element(create.getByText(texts.expiryPast)).toBeVisible();
  await create.getByLabelText(texts.expiry).fill('');
  server.on(createNotification, () => refuse('internal'));
  await create.getByRole('button', { name: texts.send }).click();
  await expect.element(create.getByText(texts.createFailed)).toBeVisible();
  serveNotifications(server, alerts);
  await create.getByRole('button', { name: texts.send }).click();
  await expect.poll(textOfFirst).toMatch(/^InfoSupportUnreadHello/);
  await expect.element(screen.getByText('Notification created successfully')).toBeInTheDocument();
  const sent = server.calls(createNotification).map(({ body }) => body as { id: string });
  const id = expect.stringMatching(/^[\da-f-]{36}$/) as string;
  // The server recognises the second try.
  expect(sent.map((body) => body.id)).toEqual([sent[0]!.id, sent[0]!.id]);
  expect(sent[0]).toEqual({
    id,
    title: 'Hello',
    message: 'To everyone',
    type: 'info',
    audience: 'support',
    expiresAt: null,
  });

  await screen.getByLabelText(texts.typeFilter).selectOptions('Error');
  await expect.element(screen.getByText('No notifications found matching your criteria.')).toBeVisible();
  await screen.getByLabelText(texts.typeFilter).selectOptions('All Types');
  await screen.getByRole('searchbox').fill('Old');
  await expect.poll(() => server.calls(listSentNotifications).at(-1)?.query['search']).toBe('Old');
  await expect.poll(() => cards.elements()).toHaveLength(1);
});

test('keeps the filters of the sent notifications in the address, and takes the filters from there [NOTF-01]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  history.push(`/support/notifications?q=${'x'.repeat(150)}&type=warning`);
  const search = screen.getByRole('searchbox');
  const type = screen.getByLabelText(texts.typeFilter);
  await expect.element(search).toHaveValue('x'.repeat(100));
  await expect.element(type).toHaveValue('warning');
  const lastQuery = () => server.calls(listSentNotifications).at(-1)?.query;
  await expect.poll(lastQuery).toMatchObject({ search: 'x'.repeat(100), type: 'warning' });
  await search.fill('Sunday');
  await expect.poll(() => history.location.href).toBe('/support/notifications?q=Sunday&type=warning');
  await type.selectOptions('Error');
  await expect.poll(() => history.location.href).toBe('/support/notifications?q=Sunday&type=error');
  await expect.poll(lastQuery).toMatchObject({ search: 'Sunday', type: 'error' });
});

test.each([
  ['/user/settings', mia, 'Alerts, 1 unread'],
  ['/installer/settings', sam, 'Alerts, 1 unread'],
  ['/support', staff, 'Notifications, 1 unread'],
])('the bell at %s shows a notification until it is read or expired [NOTF-02]', async (address, person, label) => {
  const gone = aNotification('Over', { expiresAt: ago(1) });
  const alerts = worldWith(aNotification('<i>Maintenance</i>'), gone);
  const { screen, server } = await openPortal(address, { world: { person, alerts } });
  await screen.getByRole('button', { name: label }).click();
  const list = screen.getByRole('dialog').getByRole('list', { name: 'Notifications' });
  await expect.element(list.getByText('<i>Maintenance</i>')).toBeVisible();
  await expect.element(list.getByText('Over')).not.toBeInTheDocument();
  alerts.notifications = [aNotification('Second'), ...alerts.notifications];
  server.stream.push(notificationsChangedEvent, {});
  await expect.element(list.getByText('Second')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await list.getByRole('button', { name: 'Mark as read: Second' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
  const read = label.replace(/,.*/, '');
  await expect
    .element(screen.getByRole('button', { name: read, exact: true, includeHidden: true }))
    .toBeInTheDocument();
});

function anUpdate(title: string, change: Partial<ManagedUpdate> = {}): ManagedUpdate {
  return {
    ...{ id: crypto.randomUUID(), title, description: 'Maintenance on Sunday.', type: 'announcement' },
    ...{ isNew: true, isActive: true, publishedAt: ago(90), updatedAt: ago(61), createdBy: 'ann@trace.example' },
    ...{ outage: null, version: 3 },
    ...change,
  };
}

test('staff add, edit and delete updates, and an edit of a changed or deleted update keeps the typed words [UPD-01] [T29]', async () => {
  let updates = [
    anUpdate('<b>One</b>'),
    anUpdate('Two', { isNew: false, isActive: false, type: 'bugfix', createdBy: null }),
  ];
  const { screen, server } = await openPortal('/support/updates', { world: { person: staff } });
  server.on(listManagedUpdates, () => ({ updates, total: updates.length, next: null }));
  server.on(createUpdate, () => refuse('internal'));
  server.on(editUpdate, () => refuse('conflict', managedUpdatesTexts.stale));
  server.on(deleteUpdate, ({ params }) => {
    updates = updates.filter(({ id }) => id !== params.id);
    return done;
  });
  const list = screen.getByRole('region', { name: 'Recent Updates (2)' });
  await expect.element(list.getByRole('listitem').first()).toBeVisible();
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^<b>One<\/b>NewAnnouncementPublished 1 h ago.*Created by ann@trace.example Updated 1 h ago/),
    expect.stringMatching(/^TwoInactiveBug fixPublished .*Created by unknown/),
  ]);
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: 'Add Update' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Create New Update' });
  await expect.element(dialog.getByLabelText('Mark as New')).toBeChecked();
  await expect.element(dialog.getByLabelText('Active')).toBeChecked();
  await expect.element(dialog.getByLabelText('Type')).toHaveValue('announcement');
  await dialog.getByRole('button', { name: 'Create Update' }).click();
  await expect.element(dialog.getByText(managedUpdatesTexts.titleMissing)).toBeVisible();
  await expect.element(dialog.getByText(managedUpdatesTexts.descriptionMissing)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Three');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Words');
  await expect.element(dialog.getByText(/Times are in Australia\/Sydney\.$/)).toBeVisible();
  await dialog.getByLabelText('Starts').fill('2026-11-26T02:00');
  await dialog.getByRole('button', { name: 'Create Update' }).click();
  await expect.element(dialog.getByText(managedUpdatesTexts.outageMissing)).toBeVisible();
  await dialog.getByLabelText('Ends').fill('2026-11-26T01:00');
  await dialog.getByRole('button', { name: 'Create Update' }).click();
  await expect.element(dialog.getByText(managedUpdatesTexts.outageOrder)).toBeVisible();
  await dialog.getByLabelText('Ends').fill('20261-11-26T03:00');
  await dialog.getByRole('button', { name: 'Create Update' }).click();
  await expect.element(dialog.getByText(managedUpdatesTexts.outageYear)).toBeVisible();
  await dialog.getByLabelText('Ends').fill('2026-11-26T03:00');
  await dialog.getByRole('button', { name: 'Create Update' }).click();
  await expect.element(dialog.getByText(/^Failed to create update: /)).toBeVisible();
  server.on(createUpdate, ({ body: { id = crypto.randomUUID(), ...body } }) => {
    const made = anUpdate(body.title, { ...body, id });
    updates = [made, ...updates];
    return made;
  });
  await dialog.getByRole('button', { name: 'Create Update' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Recent Updates (3)' })).toBeVisible();
  await expect.element(screen.getByText('Update created successfully')).toBeInTheDocument();
  // The zone of the account, in which the span is shown, whatever the zone of the browser.
  const at = (hour: number): string => new Date(`2026-11-26T0${hour}:00+11:00`).toISOString();
  const sent = server.calls(createUpdate).map(({ body }) => body as { id: string });
  expect(sent[0]).toMatchObject({ outage: { startsAt: at(2), endsAt: at(3) } });
  // The server recognises the second try.
  expect(sent.map(({ id }) => id)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), sent[0]!.id]);
  await expect.element(screen.getByText(/^Planned outage: /)).toBeVisible();

  await screen.getByRole('button', { name: 'Edit: Two' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await screen.getByRole('textbox', { name: 'Title' }).fill('Two, changed');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/^Failed to update: A colleague changed this update/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Two, changed');
  expect(server.calls(editUpdate)[0]?.body).toMatchObject({ title: 'Two, changed', version: 3 });
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('button', { name: 'Edit: Two' })).toHaveFocus();

  server.on(editUpdate, () => refuse('not_found', managedUpdatesTexts.deletedMeanwhile));
  await screen.getByRole('button', { name: 'Edit: Three' }).click();
  await screen.getByRole('textbox', { name: 'Title' }).fill('Three, changed');
  updates = updates.filter(({ title }) => title !== 'Three');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Recent Updates (2)' })).toBeVisible();
  await expect.element(screen.getByText(/^Failed to update: A colleague deleted this update/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Three, changed');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('Three', { exact: true })).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Delete: Two' }).click();
  const question = screen.getByRole('dialog', { name: 'Delete update' });
  await expect.element(question.getByText(/Are you sure you want to delete this update\?/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Recent Updates (1)' })).toBeVisible();
  await expect.element(screen.getByText('Update deleted successfully')).toBeInTheDocument();
});

test('an empty manager says the next step, and a failed load can be retried [UPD-01]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/support', { scheme: 'dark', world: { person: staff } });
  server.on(listManagedUpdates, () => refuse('too_many_requests', 'Too many requests.'));
  await screen.getByRole('link', { name: 'Recent Updates' }).first().click();
  await expect.element(screen.getByText('Failed to load updates: Too many requests.')).toBeVisible();
  server.on(listManagedUpdates, () => ({ updates: [], total: 0, next: null }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No updates found. Click "Add Update" to create the first one.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
