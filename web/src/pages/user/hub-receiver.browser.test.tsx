import { getHubReporting, removeHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import type { HubReporting, NewHubAccount } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const serialNumber = 'Trace_4F21';

test('a user sets up direct hub reports, sees the key once and whether the hub reports [PANIC-05]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices', {
    world: { devices: [aDevice(serialNumber, 'Work ute')] },
  });
  let reporting: HubReporting = { serialNumber, receiver: null, account: null };
  server.on(getHubReporting, () => reporting);
  server.on(saveHubReporting, ({ body: { number, maker, key, supervisionSec, clockTolerance } }) => {
    if (number === 'AAA') return refuse('conflict', texts.numberTaken, 'body.number');
    const isEncrypted = key === undefined ? reporting.account!.isEncrypted : key !== null;
    reporting = {
      ...reporting,
      account: {
        ...{ number, maker, supervisionSec, clockTolerance, isEncrypted },
        ...{ lastReportAt: null, silentSince: null, problem: null },
      },
    };
    return reporting;
  });
  server.on(removeHubReporting, () => (reporting = { ...reporting, account: null }));
  const open = async () => {
    await screen.getByRole('button', { name: 'Reconfigure Work ute' }).click();
    await screen.getByRole('button', { name: texts.title }).click();
  };
  const bodies = () => server.calls(saveHubReporting).map(({ body }) => body);

  await open();
  const dialog = screen.getByRole('dialog', { name: texts.title });
  await expect.element(dialog.getByText(texts.off)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  reporting = { ...reporting, receiver: { host: 'trace.example.com', port: 7700 } };
  await open();
  const number = dialog.getByRole('textbox', { name: texts.number });
  await expect.element(number).toHaveValue(expect.stringMatching(/^[0-9A-F]{8}$/));
  await expect.element(number).toHaveFocus();
  const key = dialog.getByRole('textbox', { name: texts.key });
  await expect.element(key).toHaveValue(expect.stringMatching(/^[0-9A-F]{32}$/));
  const save = dialog.getByRole('button', { name: texts.save });
  await number.fill('AAA');
  await save.click();
  await expect.element(dialog.getByText(texts.numberTaken)).toBeVisible();
  await expect.element(number).toHaveFocus();
  await number.fill('1A2B3C4D');
  await key.fill('short');
  await save.click();
  await expect.element(dialog.getByText(texts.keyInvalid)).toBeVisible();
  await key.fill('');
  await save.click();
  await expect.element(dialog.getByText(texts.keyMissing)).toBeVisible();
  await dialog.getByRole('button', { name: texts.newKey }).click();
  await save.click();
  await expect.element(dialog.getByText(texts.waiting)).toBeVisible();
  const sent = bodies()[1] as NewHubAccount;
  expect(sent).toMatchObject({ number: '1A2B3C4D', maker: 'ajax', supervisionSec: 60, clockTolerance: 'usual' });
  const steps = dialog.getByRole('region', { name: texts.steps });
  for (const value of ['trace.example.com', '7700', '1A2B3C4D', sent.key!])
    await expect.element(steps.getByText(value)).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);

  // The key stays as it is when only the interval changes.
  await dialog.getByRole('combobox', { name: texts.interval }).click();
  await screen.getByRole('option', { name: 'Every 5 minutes' }).click();
  await save.click();
  await expect.poll(() => bodies().length).toBe(3);
  expect(bodies()[2]).toEqual({ number: '1A2B3C4D', maker: 'ajax', supervisionSec: 300, clockTolerance: 'usual' });

  const account = { ...reporting.account!, lastReportAt: ago(90) };
  reporting = { ...reporting, account: { ...account, problem: { kind: 'wrong_key', at: ago(1) } } };
  await expect.element(dialog.getByText(texts.problems.wrong_key.title), { timeout: 8_000 }).toBeVisible();
  await expect.element(dialog.getByText(/^Last report /)).toBeVisible();
  reporting = { ...reporting, account: { ...account, silentSince: ago(600) } };
  await expect.element(dialog.getByText(texts.silentHint), { timeout: 8_000 }).toBeVisible();
  // The key is still shown, because a person may be typing it into the hub app.
  await expect.element(steps.getByText(sent.key!)).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);

  await userEvent.keyboard('{Escape}');
  await expect.element(steps.getByText(sent.key!)).toBeVisible();
  // The key is not shown again when the dialog is opened again.
  await dialog.getByRole('button', { name: texts.close }).click();
  await open();
  await expect.element(steps).toBeVisible();
  await expect.element(steps.getByText(sent.key!)).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: texts.remove }).click();
  const question = screen.getByRole('dialog', { name: texts.removeTitle });
  await question.getByRole('button', { name: texts.remove }).click();
  await expect.element(dialog.getByText(texts.silentHint)).not.toBeInTheDocument();
  await expect.element(steps).not.toBeInTheDocument();
});
