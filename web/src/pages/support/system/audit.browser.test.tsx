import { listAuditLog } from '@trace/contract/audit/audit.api';
import type { AuditEntryView } from '@trace/contract/audit/audit.schema';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia } from '#testing/fake-server/fake-server-world.ts';
import { takeShot } from '#testing/shot.ts';

const staff = { ...mia, userType: 'staff' as const, firstName: 'Ann', lastName: 'Lee', email: 'ann@trace.example' };

const entry = (id: number, action: string, change: Partial<AuditEntryView> = {}): AuditEntryView => ({
  id: String(id),
  action,
  targetType: 'device',
  targetId: `Trace_000${id}`,
  staffEmail: staff.email,
  actorId: '0195f3a0-0000-7000-8000-000000000001',
  createdAt: new Date(Date.now() - id * 60_000).toISOString(),
  details: {},
  ...change,
});

const actions = ['tickets.create', 'devices.update', 'accounts.delete', 'support-desk.readDevice', 'auth.endSession'];

async function openAudit(scheme: 'light' | 'dark' = 'light', address = '/support/audit') {
  const { screen, server, history } = await openPortal('/support', { scheme, world: { person: staff } });
  server.on(listAuditLog, ({ query }) => {
    if (query.search === 'nothing') return { entries: [], next: null, total: { count: 0, isMore: false } };
    if (query.after !== undefined) return { entries: [entry(9, 'older.update')], next: null, total: null };
    const entries = [
      ...actions.map((action, nth) => entry(nth + 1, action)),
      entry(6, 'audit.seal', {
        staffEmail: null,
        actorId: null,
        targetId: null,
        details: { nickname: 'Boat', of: [1] },
      }),
      entry(7, 'x', { staffEmail: null }),
    ];
    return { entries, next: '3', total: { count: 1_234, isMore: query.search !== undefined } };
  });
  history.push(address);
  return { screen, server, history };
}

test('shows entries with badges, actors and details, the count in the title, and older entries [AUD-01]', async () => {
  const { screen, server } = await openAudit();
  await expect.element(screen.getByRole('heading', { name: 'Audit Logs (1,234)' })).toBeVisible();
  const colorOf = (action: string) =>
    screen
      .getByText(action, { exact: true })
      .element()
      .closest('[data-variant], .mantine-Badge-root')
      ?.getAttribute('style');
  const colors = actions.map(
    (action) => /--badge-bg: ?[^;]*?-(green|blue|red|gray|violet)-/.exec(colorOf(action) ?? '')?.[1],
  );
  expect(colors).toEqual(['green', 'blue', 'red', 'gray', 'violet']);
  await expect.element(screen.getByText('Server', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Deleted account')).toBeVisible();
  expect(screen.getByLabelText('Details').element().textContent).toBe(
    '{\n  "nickname": "Boat",\n  "of": [\n    1\n  ]\n}',
  );
  await screen.getByRole('button', { name: 'Show older entries' }).click();
  await expect.element(screen.getByText('older.update')).toBeVisible();
  expect(server.calls(listAuditLog).map(({ query }) => query)).toEqual([{}, { after: '3' }]);
  await takeShot('support-audit');
});

test('searches on the server, and says when nothing is found or loading fails [AUD-01]', async () => {
  const { screen, server } = await openAudit();
  const search = screen.getByPlaceholder('Search by action, target type, staff email, or target ID...');
  await search.fill('nothing');
  await expect.element(screen.getByText('No audit logs found matching your search.')).toBeVisible();
  await search.fill('boat');
  await expect.element(screen.getByRole('heading', { name: 'Audit Logs (1,234+)' })).toBeVisible();
  const release = server.hold(listAuditLog);
  server.on(listAuditLog, () => ({ entries: [], next: null, total: { count: 0, isMore: false } }));
  await search.fill('');
  release();
  server.on(listAuditLog, () => refuse('internal', 'Something went wrong.'));
  await search.fill('another');
  await expect.element(screen.getByText('Failed to load audit logs')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('keeps the search in the address, and takes the search from there [AUD-01]', async () => {
  const { screen, server, history } = await openAudit('light', `/support/audit?q=${'x'.repeat(150)}`);
  const search = screen.getByRole('searchbox');
  await expect.element(search).toHaveValue('x'.repeat(100));
  expect(server.calls(listAuditLog).at(-1)!.query).toEqual({ search: 'x'.repeat(100) });
  await search.fill('boat');
  await expect.poll(() => history.location.href).toBe('/support/audit?q=boat');
  await screen.getByRole('link', { name: 'Data retention' }).click();
  await expect.poll(() => history.location.pathname).toBe('/support/retention');
  history.back();
  await expect.element(search).toHaveValue('boat');
  await expect.poll(() => server.calls(listAuditLog).at(-1)!.query).toEqual({ search: 'boat' });
});

test('says that the log is loading, and when it is empty [AUD-01]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  server.on(listAuditLog, () => ({ entries: [], next: null, total: { count: 0, isMore: false } }));
  const release = server.hold(listAuditLog);
  history.push('/support/audit');
  await expect.element(screen.getByText('Loading audit logs...')).toBeVisible();
  release();
  await expect.element(screen.getByText('No audit logs found.')).toBeVisible();
});

test('has no accessibility violations and fits a phone in the dark [AUD-01]', async () => {
  await page.viewport(390, 844);
  const { screen } = await openAudit('dark');
  await expect.element(screen.getByRole('heading', { name: 'Audit Logs (1,234)' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await takeShot('support-audit-phone-dark');
  await page.viewport(1_440, 900);
});
