import { listMails, readMail, readOperations, resendMail, retryJob } from '@trace/contract/operations/operations.api';
import type { MailRow, Operations } from '@trace/contract/operations/operations.schema';
import { operationsRules } from '@trace/contract/operations/operations.rules';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { calmOperations, serveOperations } from '#testing/fake-server/fake-server-operations.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { priya, serveDesk } from '#testing/fake-server/fake-server-support.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

const aMail = (id: string, change: Partial<MailRow> = {}): MailRow => ({
  id,
  recipient: 'mia.novak@post.example',
  subject: 'Your Trace confirmation code',
  state: 'waiting',
  attempts: 3,
  lastError: 'connect ECONNREFUSED 192.0.2.25:25',
  createdAt: ago(18),
  sentAt: null,
  hasText: true,
  ...change,
});

const troubled = (): Operations => ({
  ...calmOperations(),
  alarms: [
    { code: 'mail_failing', since: ago(17) },
    { code: 'jobs_failed', since: ago(40) },
  ],
  mail: { state: 'failing', waiting: 2, oldestWaitingAt: ago(18), sentLastDay: 198, failedLastDay: 3 },
  jobs: {
    ...calmOperations().jobs,
    failed: 1,
    failedLastDay: 1,
    kinds: [{ name: 'tickets.attach', waiting: 0, running: 0, late: 0, failed: 1 }],
  },
});

const world = (state: Operations, isConfigured = true) => ({
  state,
  isConfigured,
  mails: [aMail('2'), aMail('1', { recipient: 'zoe@example.com', subject: 'Sam Okafor asks for access' })],
  jobs: [{ id: '5', name: 'tickets.attach', attempts: 10, reason: 'the file store is away', failedAt: ago(40) }],
});

async function open(address: string, served: ReturnType<typeof world>, scheme: 'light' | 'dark' = 'light') {
  // The portal starts at a page of everyone, so that the back office loads with its data.
  const { screen, server, history } = await openPortal('/terms', { scheme, world: { person: priya } });
  serveDesk(server);
  serveOperations(server, served);
  history.push(address);
  return { screen, server };
}

test('staff see every server process [SCALE-02]', async () => {
  const { screen } = await open('/support/operations', world(calmOperations()));
  await expect.element(screen.getByText('web-1:3000')).toBeVisible();
  await expect.element(screen.getByText('web-2:3000')).toBeVisible();
});

test('staff see each alarm with what to do, send an email again and retry a failed job [SUPP-06]', async () => {
  await page.viewport(1_440, 1_000);
  const served = world(troubled());
  const { screen, server } = await open('/support/operations', served);
  await expect.element(screen.getByRole('status').filter({ hasText: '2 alarms are active' })).toBeVisible();
  const emails = screen.getByRole('region', { name: 'Emails' });
  await expect.element(emails.getByText('The mail server does not accept emails')).toBeVisible();
  await expect.element(emails.getByText(/^Check SMTP_URL and the mail server\./)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/support');
  await takeShot('operations-light-1440');
  expect(await axeFindings()).toEqual([]);
  expect(server.calls(listMails)).toEqual([]);

  await emails.getByRole('button', { name: 'Show emails' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Emails' });
  await dialog.getByRole('button', { name: 'Send the email to zoe@example.com now' }).click();
  await expect.element(dialog.getByText('zoe@example.com')).not.toBeInTheDocument();
  expect(server.calls(resendMail).map(({ params }) => params['id'])).toEqual(['1']);
  await takeShot('operations-mails-light-1440');
  await dialog.getByRole('searchbox').fill('nobody');
  await expect.element(dialog.getByText('No emails found matching your search.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await screen.getByRole('button', { name: 'Show failed jobs' }).click();
  await screen.getByRole('button', { name: 'Retry tickets.attach' }).click();
  await expect.element(screen.getByText('No failed jobs.')).toBeVisible();
  expect(server.calls(retryJob)).toHaveLength(1);
});

test('without a mail server staff read a waiting email on a phone, in the dark [SUPP-06]', async () => {
  await page.viewport(390, 844);
  const off: Operations = {
    ...calmOperations(),
    alarms: [{ code: 'mail_off', since: ago(18) }],
    mail: { ...calmOperations().mail, state: 'off', waiting: 2, oldestWaitingAt: ago(18) },
  };
  const { screen, server } = await open('/support/operations', world(off, false), 'dark');
  await expect.element(screen.getByText('No mail server is configured. Emails wait.')).toBeVisible();
  await takeShot('operations-dark-390');
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Show emails' }).click();
  await expect.element(screen.getByRole('button', { name: 'Read the email to zoe@example.com' })).toBeVisible();
  await takeShot('operations-mails-dark-390');
  expect(server.calls(readMail)).toEqual([]);
  await screen.getByRole('button', { name: 'Read the email to zoe@example.com' }).click();
  await expect.element(screen.getByText('Your confirmation code: 4829 1377')).toBeVisible();
  await takeShot('operations-mail-text-dark-390');
  expect(await axeFindings()).toEqual([]);
  expect(server.calls(readMail)).toHaveLength(1);
});

test('staff see on a phone why an email was withdrawn, and cannot send the email [SUPP-06]', async () => {
  await page.viewport(390, 844);
  const lastError = 'the recipient has left the incident';
  const withdrawn = aMail('3', { recipient: 'sam@example.com', state: 'withdrawn', lastError, hasText: false });
  const served = world(calmOperations());
  const { screen } = await open('/support/operations', { ...served, mails: [...served.mails, withdrawn] });
  await screen.getByRole('button', { name: 'Show emails' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Emails' });
  await expect.element(dialog.getByText('zoe@example.com')).toBeVisible();
  await dialog.getByText('Withdrawn').click();
  await expect.element(dialog.getByText('sam@example.com')).toBeVisible();
  await expect.element(dialog.getByText(/the recipient has left the incident$/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /^Send the email/ })).not.toBeInTheDocument();
  const states = dialog.getByRole('radiogroup', { name: 'Emails to show' }).element();
  expect(states.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(states.scrollWidth).toBeLessThanOrEqual(states.clientWidth);
  await takeShot('operations-mails-withdrawn-light-390');
  expect(await axeFindings()).toEqual([]);
});

test('a visible page refreshes itself, a hidden page does not, and a calm server has no alarm [SUPP-06] [SCALE-05]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => visibility.mockRestore());
  await page.viewport(1_440, 1_000);
  const served = world(calmOperations());
  const { screen, server } = await open('/support/operations', served, 'dark');
  await expect.element(screen.getByText('Everything works. No alarm is active.')).toBeVisible();
  const backups = screen.getByRole('region', { name: 'Backups' });
  await expect.element(backups.getByText('Loss window now')).toBeVisible();
  await expect.element(backups.getByText('In 23 h')).toBeVisible();
  await takeShot('operations-dark-1440');
  const loads = () => server.calls(readOperations).length;
  const before = loads();
  served.state = { ...served.state, mail: { ...served.state.mail, sentLastDay: 8_215 } };
  vi.advanceTimersByTime(operationsRules.refreshMs);
  await expect.element(screen.getByText('8215')).toBeVisible();
  expect(loads()).toBe(before + 1);
  visibility.mockReturnValue('hidden');
  vi.advanceTimersByTime(3 * operationsRules.refreshMs);
  visibility.mockReturnValue('visible');
  vi.advanceTimersByTime(operationsRules.refreshMs);
  await expect.poll(loads).toBe(before + 2);
});

test('the dashboard counts the alarms, and staff without the admin flag read why they see nothing [SUPP-06]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await open('/support', world(troubled()));
  await expect.element(screen.getByRole('link', { name: 'Operations 2 alarms' })).toBeVisible();
  await takeShot('support-dashboard-alarms-390');
  server.on(readOperations, () => refuse('forbidden', 'Only staff with the admin flag can do this.'));
  await screen.getByRole('link', { name: 'Operations 2 alarms' }).click();
  await expect.element(screen.getByText('Only staff with the admin flag can do this.')).toBeVisible();
});
