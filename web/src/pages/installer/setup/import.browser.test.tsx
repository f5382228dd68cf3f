import { importDevices } from '@trace/contract/devices/registration/devices.registration.api';
import type { ImportReport, ImportRow } from '@trace/contract/devices/registration/devices.registration.schema';
import { importProgressEvent } from '@trace/contract/devices/registration/devices.registration.stream';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { chooseFiles } from '#testing/choose-files.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const aRow = (line: number, change: Partial<ImportRow> = {}): ImportRow => ({
  line,
  serialNumber: `Trace_${line}`,
  outcome: 'ready',
  problem: null,
  ...change,
});

const reportOf = (rows: ImportRow[], dryRun = true): ImportReport => {
  const refused = rows.filter(({ outcome }) => outcome === 'refused').length;
  return { dryRun, rows, counts: { good: rows.length - refused, refused }, guessedName: null };
};

const refusedRow = aRow(3, { serialNumber: '=1+1', outcome: 'refused', problem: 'starts like a spreadsheet formula' });

async function openImport() {
  const opened = await openPortal('/installer/setup', { world: { person: sam } });
  await opened.screen.getByRole('button', { name: 'Import a CSV file' }).click();
  const dialog = opened.screen.getByRole('dialog', { name: 'Import devices' });
  await expect.element(dialog.getByRole('button', { name: 'Choose a file' })).toHaveFocus();
  const choose = (file: File) => chooseFiles(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  return { ...opened, dialog, choose };
}

const aFile = () => new File(['serial_number\r\nTrace_2\r\n=1+1\r\n'], 'van.csv', { type: 'text/csv' });

test('the dry run previews each row, and the import shows progress and a report [IDEV-08]', async () => {
  const { screen, server, history, dialog, choose } = await openImport();
  server.on(importDevices, () => reportOf([aRow(2), refusedRow]));
  // The button stands before the words that refer to it.
  expect(dialog.element().textContent).toMatch(/Choose a file\s*or drop a CSV file here/);
  choose(aFile());
  await expect
    .element(dialog.getByText('1 row can be imported. 1 row refused. Nothing has been saved yet.'))
    .toBeVisible();
  const table = dialog.getByRole('table', { name: 'Rows of the file' });
  await expect
    .element(table.getByRole('row', { name: '3 =1+1 Refused starts like a spreadsheet formula' }))
    .toBeVisible();
  expect(table.getByText('Trace_2').elements()).toEqual([]);
  await dialog.getByRole('switch', { name: 'Refused rows only' }).click();
  await expect.element(table.getByRole('row', { name: '2 Trace_2 Ready' })).toBeVisible();
  await page.viewport(390, 844);
  const card = dialog.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
  await expect
    .poll(() => card.elements().map(({ textContent }) => textContent))
    .toContain('Row 3 =1+1Refusedstarts like a spreadsheet formula');
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await axeFindings()).toEqual([]);
  await page.viewport(1_280, 800);
  expect(await axeFindings()).toEqual([]);

  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  server.on(importDevices, async () => {
    await ended;
    return reportOf([aRow(2, { outcome: 'registered_assigned' }), refusedRow], false);
  });
  // A file that has changed on the disk cannot be read again, or has content that was not checked.
  const changed = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  await dialog.getByRole('button', { name: 'Import 1 row' }).dblClick();
  await expect.poll(() => server.calls(importDevices)).toHaveLength(2);
  changed.mockRestore();
  expect(server.calls(importDevices)[1]!.body).toEqual(server.calls(importDevices)[0]!.body);
  const { importId, dryRun } = server.calls(importDevices)[1]!.query;
  expect(dryRun).toBe('false');
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(importProgressEvent, { importId: importId!, done: 4_000, total: 10_000 });
  await expect.element(dialog.getByText('Importing: 4,000 of 10,000 rows')).toBeVisible();
  server.stream.push(importProgressEvent, { importId: crypto.randomUUID(), done: 9, total: 9 });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByText('Importing: 4,000 of 10,000 rows')).toBeVisible();
  await expect.poll(() => history._getBlockers()).toHaveLength(1);
  end();
  await expect.element(dialog.getByText('1 row imported. 1 row refused.')).toBeVisible();
  await expect.poll(() => history._getBlockers()).toEqual([]);
  expect(await fileOf(() => dialog.getByRole('button', { name: 'Download the report' }).click())).toBe(
    '\uFEFFRow,Serial,Outcome,Problem\r\n2,Trace_2,Registered and assigned,\r\n3,"\'=1+1",Refused,starts like a spreadsheet formula\r\n',
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('button', { name: 'Import a CSV file' })).toHaveFocus();
});

test('the focus stays on the file button during the check, and goes to Close after the import [IDEV-08]', async () => {
  const { server, dialog, choose } = await openImport();
  const { promise: checked, resolve: endCheck } = Promise.withResolvers<void>();
  server.on(importDevices, async () => {
    await checked;
    return reportOf([aRow(2)]);
  });
  choose(aFile());
  await expect.element(dialog.getByText(/^Checking/)).toBeVisible();
  const another = dialog.getByRole('button', { name: 'Choose another file' });
  await expect.element(another).toHaveFocus();
  endCheck();
  const start = dialog.getByRole('button', { name: 'Import 1 row' });
  await expect.element(start).toBeVisible();
  server.on(importDevices, () => reportOf([aRow(2, { outcome: 'registered' })], false));
  await start.click();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
});

test('explains a refused file, handles ten thousand rows quickly, and offers a template [IDEV-08]', async () => {
  const { server, dialog, choose } = await openImport();
  expect(await fileOf(() => dialog.getByRole('button', { name: 'Download a template' }).click())).toMatch(
    /^\uFEFFserial_number,nickname,claim_code,assign_to\r\n/,
  );
  choose(new File([new Uint8Array(5 * 2 ** 20)], 'big.csv'));
  await expect.element(dialog.getByText('The file is larger than 4 MB. Split it into parts.')).toBeVisible();
  expect(server.calls(importDevices)).toEqual([]);
  server.on(importDevices, () => refuse('invalid_input', 'The file is not a CSV file.'));
  choose(aFile());
  await expect.element(dialog.getByText('The file is not a CSV file.')).toBeVisible();
  await expect.element(dialog.getByText('Import Failed')).toBeVisible();
  server.on(importDevices, () => reportOf(Array.from({ length: 10_000 }, (_, index) => aRow(index + 2))));
  choose(aFile());
  await expect.element(dialog.getByText(/^10,000 rows can be imported\. No rows refused/)).toBeVisible();
  expect(dialog.getByRole('row').elements()).toHaveLength(101);
  await dialog.getByRole('button', { name: 'Show more, 9,900 left' }).click();
  expect(dialog.getByRole('row').elements()).toHaveLength(201);
  server.setReachable(false);
  await dialog.getByRole('button', { name: 'Import 10,000 rows' }).click();
  await expect
    .element(dialog.getByText(/^The connection was lost during the import\. Some devices may have been/))
    .toBeVisible();
});

test('a summary is green only without refused rows, and a guessed name is shown to check [IDEV-12]', async () => {
  const { server, dialog, choose } = await openImport();
  const toneOf = (words: string) => dialog.getByText(words).element().closest('[data-tone]')?.getAttribute('data-tone');
  const summaries = {
    good: { rows: [aRow(2)], words: '1 row can be imported. No rows refused. Nothing has been saved yet.' },
    part: { rows: [aRow(2), refusedRow], words: '1 row can be imported. 1 row refused. Nothing has been saved yet.' },
    bad: { rows: [refusedRow], words: '1 row refused. No row can be imported. Correct the file and choose it again.' },
  };
  for (const [tone, { rows, words }] of Object.entries(summaries)) {
    server.on(importDevices, () => reportOf(rows));
    choose(aFile());
    await expect.element(dialog.getByText(words)).toBeVisible();
    expect(toneOf(words)).toBe(tone);
  }
  server.on(importDevices, () => ({ ...reportOf([aRow(2)]), guessedName: 'Grüner Bus' }));
  choose(aFile());
  await expect.element(dialog.getByText(/Check this name: Grüner Bus/)).toBeVisible();
});

/** Returns the file that a press hands to the browser's downloads. */
async function fileOf(press: () => Promise<void>): Promise<string> {
  const blobs: Blob[] = [];
  const taken = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return '#';
  });
  await press();
  taken.mockRestore();
  // `text()` takes the byte order mark away.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blobs[0]!.arrayBuffer());
}
