import { listActivity } from '@trace/contract/activity/activity.api';
import { listRetentionRuns, restoreArchive } from '@trace/contract/retention/retention.api';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia } from '#testing/fake-server/fake-server-world.ts';
import { takeShot } from '#testing/shot.ts';

const staff = { ...mia, userType: 'staff' as const, firstName: 'Ann', lastName: 'Lee', email: 'ann@trace.example' };
const createdAt = new Date(Date.now() - 3_600_000).toISOString();

test('shows system activity, searches it, and says when nothing is found or loading fails [SUPP-01]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  const device = {
    serialNumber: 'Trace_0001',
    deviceName: 'Work ute',
    byEmail: 'sam@harbour-alarms.example',
    createdAt,
  };
  server.on(listActivity, ({ query }) =>
    query.search === undefined
      ? {
          signIns: [{ id: '1', action: 'failed_login' as const, userEmail: 'mia@example.com', createdAt }],
          registrations: [device],
          assignments: [{ ...device, userEmail: 'new@example.com', isWaiting: true }],
        }
      : { signIns: [], registrations: [], assignments: [] },
  );
  history.push('/support/activity');
  const signIns = screen.getByRole('region', { name: 'Sign-ins' });
  await expect.element(signIns).toMatchTextContent(/mia@example\.com.*Sign-in failed.*1 h ago/);
  await expect
    .element(screen.getByRole('region', { name: 'Device registrations' }))
    .toMatchTextContent(/Work ute.*Trace_0001.*Registered by sam@harbour-alarms\.example/);
  await expect
    .element(screen.getByRole('region', { name: 'Device assignments' }))
    .toMatchTextContent(/Waiting for sign-up.*To new@example\.com, by sam@harbour-alarms\.example/);
  expect(await axeFindings()).toEqual([]);
  await takeShot('support-activity');
  const search = screen.getByPlaceholder('Search by action, email, serial number or device name...');
  await search.fill('zz');
  await expect.element(signIns).toMatchTextContent(/No recent activity matches your search\./);
  server.on(listActivity, () => refuse('internal', 'Something went wrong.'));
  await search.fill('yy');
  await expect.element(screen.getByText('Failed to load activity data')).toBeVisible();
});

test('keeps the search of the activity in the address, and takes the search from there [SUPP-01]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  server.on(listActivity, () => ({ signIns: [], registrations: [], assignments: [] }));
  history.push(`/support/activity?q=${'x'.repeat(150)}`);
  const search = screen.getByRole('searchbox');
  await expect.element(search).toHaveValue('x'.repeat(100));
  await expect.poll(() => server.calls(listActivity).at(-1)?.query).toEqual({ search: 'x'.repeat(100) });
  await search.fill('boat');
  await expect.poll(() => history.location.href).toBe('/support/activity?q=boat');
  await expect.poll(() => server.calls(listActivity).at(-1)?.query).toEqual({ search: 'boat' });
});

test('shows what retention removed, and restores archived days with a reason [RET-06] [RET-01]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  const run = { before: createdAt, startedAt: createdAt, finishedAt: createdAt, problem: null };
  server.on(listRetentionRuns, () => ({
    runs: [
      { id: '3', kind: 'positions' as const, removed: 86_400, ...run },
      { id: '2', kind: 'tickets' as const, removed: 0, ...run },
      {
        id: '1',
        kind: 'commands' as const,
        removed: 5,
        ...run,
        problem: "Failed (55P03). The server's log says more.",
      },
    ],
    next: null,
    mayRestore: true,
  }));
  history.push('/support/retention');
  const runs = screen.getByRole('table', { name: 'Runs' });
  await expect.element(runs).toMatchTextContent(/Positions.*86,400 archived.*Nothing was due.*5 deleted\. Failed/);
  await expect
    .element(screen.getByRole('table', { name: 'Periods' }))
    .toMatchTextContent(/Archived positions.*90 days and 2 years, then deleted/);
  await takeShot('support-retention');
  server.on(restoreArchive, () => refuse('forbidden', 'Only staff with the admin flag can do this.'));
  await screen.getByRole('button', { name: 'Restore archived days' }).click();
  const send = screen.getByRole('button', { name: 'Restore days' });
  await send.click();
  await expect.element(screen.getByRole('textbox', { name: 'Serial number' })).toHaveFocus();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('Trace_0001');
  await screen.getByRole('textbox', { name: 'First day (UTC)' }).fill('2025-03-02');
  await screen.getByRole('textbox', { name: 'Last day (UTC)' }).fill('2025-03-01');
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone');
  await send.click();
  await expect.element(screen.getByText('The last day must not be before the first day.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Last day (UTC)' }).fill('2025-03-02');
  await send.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Only staff with the admin flag can do this\./);
  expect(await axeFindings()).toEqual([]);
  await takeShot('support-retention-dialog');
  server.on(restoreArchive, () => ({
    id: '0195f3a0-0000-4000-8000-000000000001',
    fromDay: '2025-03-02',
    untilDay: '2025-03-02',
    expiresAt: createdAt,
  }));
  await send.click();
  await expect.element(screen.getByText('Archived days restored')).toBeVisible();
  await page.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await takeShot('support-retention-phone');
  await page.viewport(1_440, 900);
});

test('staff without the admin flag are not offered to restore archived days [RET-06] [RET-01]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  server.on(listRetentionRuns, () => ({ runs: [], next: null, mayRestore: false }));
  history.push('/support/retention');
  await expect.element(screen.getByRole('table', { name: 'Periods' })).toBeVisible();
  await expect.poll(() => server.calls(listRetentionRuns).length).toBe(1);
  expect(screen.getByRole('button', { name: 'Restore archived days' }).elements()).toEqual([]);
});
