import { PasswordResetDialog } from '#features/support-staff/support-staff-password-reset-dialog.tsx';
import { done } from '@trace/contract/kernel/endpoint';
import {
  endBreakGlass,
  openBreakGlass,
  readBreakGlass,
} from '@trace/contract/location-access/break-glass/location-access.break-glass.api';
import type { BreakGlassAccess } from '@trace/contract/location-access/break-glass/location-access.break-glass.schema';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import { sendPasswordReset } from '@trace/contract/support-staff/support-staff.api';
import { supportResetTexts } from '@trace/contract/support-staff/support-staff.reset.texts';
import { readSupportPosition } from '@trace/contract/tracking/tracking.support.api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { startWorld } from '#testing/fake-server/fake-server-world.ts';
import { mount } from '#testing/mount.tsx';
import { SupportLocation } from './support-location.tsx';

const serialNumber = 'Trace_4F21';
const reason = 'The customer cannot find the car.';
const tickets = [
  { id: crypto.randomUUID(), number: 'TKT-1001' },
  { id: crypto.randomUUID(), number: 'TKT-1002' },
];

function open() {
  const { server } = startWorld({});
  onTestFinished(() => server.stop());
  return server;
}

test('staff see the location after a reason, with the time left, until they end it [SUPL-07]', async () => {
  const server = open();
  let access: BreakGlassAccess | null = null;
  const asOf = () => new Date().toISOString();
  server.on(readBreakGlass, () => ({ access, asOf: asOf() }));
  server.on(openBreakGlass, ({ body }) => {
    const endsAt = new Date(Date.now() + 30 * 60_000).toISOString();
    access = {
      id: tickets[1]!.id,
      serialNumber,
      ticketNumber: 'TKT-1002',
      reason: body.reason,
      startsAt: asOf(),
      endsAt,
      hasUser: true,
    };
    return { access, asOf: asOf() };
  });
  const place = {
    serialNumber,
    lat: -33.8688,
    lng: 151.2093,
    accuracyM: 5,
    speedMps: null,
    at: asOf(),
    source: 'live_gps' as const,
  };
  server.on(readSupportPosition, () => ({ place, asOf: asOf() }));
  server.on(endBreakGlass, () => {
    access = null;
    return done;
  });
  const screen = await mount(<SupportLocation serialNumber={serialNumber} tickets={tickets} />);
  await screen.getByRole('button', { name: texts.show }).click();
  await expect.element(screen.getByText(texts.reasonShort)).toBeVisible();
  expect(server.calls(readSupportPosition)).toHaveLength(0);

  await screen.getByRole('combobox', { name: texts.ticket }).selectOptions('TKT-1002');
  await screen.getByRole('textbox', { name: texts.reason }).fill(reason);
  await screen.getByRole('button', { name: texts.show }).click();
  await expect.element(screen.getByRole('timer')).toBeVisible();
  await expect.element(screen.getByText('-33.868800, 151.209300')).toBeVisible();
  await expect.element(screen.getByText(`${texts.forTicket('TKT-1002')}. ${texts.told}`)).toBeVisible();
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: texts.endNow }).click();
  await expect.element(screen.getByRole('button', { name: texts.show })).toBeVisible();
  await expect.element(screen.getByText('-33.868800, 151.209300')).not.toBeInTheDocument();
});

test('the location disappears when the time is over [SUPL-07]', async () => {
  const server = open();
  const [startsAt, endsAt] = [-30 * 60_000 + 2_000, 2_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const access = {
    id: tickets[0]!.id,
    serialNumber,
    ticketNumber: 'TKT-1001',
    reason,
    startsAt: startsAt!,
    endsAt: endsAt!,
    hasUser: false,
  };
  server.on(readBreakGlass, () => ({ access, asOf: new Date().toISOString() }));
  server.on(readSupportPosition, () => ({ place: null, asOf: new Date().toISOString() }));
  const screen = await mount(<SupportLocation serialNumber={serialNumber} tickets={[]} />);
  await expect.element(screen.getByText(texts.noPosition)).toBeVisible();
  await expect.element(screen.getByText(texts.needsTicket)).toBeVisible();
  expect(screen.getByRole('timer').query()).toBeNull();
});

test('the access ends on the page when the server refuses the position as ended [SUPL-07]', async () => {
  const server = open();
  const [startsAt, endsAt] = [0, 30 * 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const access = {
    ...{ id: tickets[0]!.id, serialNumber, ticketNumber: 'TKT-1001', reason },
    ...{ startsAt: startsAt!, endsAt: endsAt!, hasUser: true },
  };
  server.on(readBreakGlass, () => ({ access, asOf: new Date().toISOString() }));
  server.on(readSupportPosition, () => refuse('gone'));
  const screen = await mount(<SupportLocation serialNumber={serialNumber} tickets={tickets} />);
  await expect.element(screen.getByRole('button', { name: texts.show })).toBeVisible();
  await expect.element(screen.getByRole('timer')).not.toBeInTheDocument();
});

test('the Password Reset Tool needs an email and shows what the server refuses [SUPL-04] [SUPL-05]', async () => {
  const server = open();
  const onClose = vi.fn();
  const screen = await mount(<PasswordResetDialog onClose={onClose} />);
  await screen.getByRole('button', { name: supportResetTexts.send }).click();
  await expect.element(screen.getByText('Please enter an email address')).toBeVisible();

  server.on(sendPasswordReset, () => refuse('not_found', supportResetTexts.unknown, 'body.email'));
  await screen.getByRole('textbox', { name: supportResetTexts.email }).fill('sam@example.com');
  await screen.getByRole('button', { name: supportResetTexts.send }).click();
  await expect.element(screen.getByText('Failed to send password reset email')).toBeVisible();
  expect(await axeFindings()).toEqual([]);

  const sent: unknown[] = [];
  server.on(sendPasswordReset, ({ body }) => {
    sent.push(body);
    return done;
  });
  await screen.getByRole('checkbox', { name: supportResetTexts.takeover }).click();
  await screen.getByRole('button', { name: supportResetTexts.send }).click();
  await expect.poll(() => sent).toEqual([{ email: 'sam@example.com', endSessions: true }]);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
