import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { importDevices } from '@trace/contract/devices/registration/devices.registration.api';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import { firmwareScreenTexts as texts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Tracker } from '@trace/simulator/device/tracker';
import { buildEspImage } from '@trace/simulator/firmware/esp-image';
import type { DemoPortal } from '../../equipment/demo-portal.ts';
import { makeFirmwareKey, type FirmwareKey } from '../../equipment/firmware-key.ts';
import type { Boxed } from '../../equipment/new-tracker.ts';
import { checkPage } from '../../equipment/page-check.ts';
import { addStaff, signInAsStaff } from '../../equipment/staff.ts';
import { clientOf } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const COUNT = 20;
/** The demo's trackers are of another model, so both rollouts run side by side. */
const MODEL = 'story-tracker';
const BROKEN = '7.0.0';
const FIXED = '7.0.1';
/** Trackers on which the broken version hangs. Both load fast, so both fail first. */
const FRAGILE = [3, 11];
const IMAGE_BYTES = 64 * 1_024;

const serialOf = (nth: number): string => `Trace_FW${nth}`;

test('a bad release halts by itself, and the fixed one reaches every tracker [FWM-03] [FWD-02]', async ({
  page,
  portal,
  browser,
  unbox,
}) => {
  const [key, uploader, publisher] = await Promise.all([
    makeFirmwareKey(portal),
    addStaff(portal, 'nora.lind@trace.example', ['Nora', 'Lind']),
    addStaff(portal, 'emil.berg@trace.example', ['Emil', 'Berg']),
  ]);
  const colleague = await (await browser.newContext({ baseURL: portal.url })).newPage();
  const [trackers] = await Promise.all([
    unbox(Array.from({ length: COUNT }, (_, index) => boxOf(index, key))),
    signInAsStaff(page, uploader),
    signInAsStaff(colleague, publisher),
  ]);
  await register(portal, trackers);

  await release(page, colleague, key, BROKEN);
  await rollOut(page, BROKEN);
  const broken = page.getByRole('region', { name: rolloutTexts.title(BROKEN) });
  await expect(broken.getByText(rolloutTexts.states.halted, { exact: true }).first()).toBeVisible();
  await expect(broken.getByText(rolloutTexts.harmless)).toBeVisible();
  await checkPage(page, 'support-firmware-halted');
  await broken.getByRole('button', { name: rolloutTexts.stop }).click();
  await page.getByRole('dialog').getByRole('button', { name: rolloutTexts.stopConfirm }).click();
  await expect(broken).toBeHidden();
  // The fragile trackers went back by themselves.
  for (const nth of FRAGILE) expect(trackers[nth]!.state().firmware).toBe('6.9.0');

  await release(page, colleague, key, FIXED);
  await rollOut(page, FIXED);
  await expect
    .poll(() => trackers.filter((tracker) => tracker.state().firmware === FIXED).length, { timeout: 30_000 })
    .toBe(COUNT);
  await expect(page.getByText(rolloutTexts.pastLine(COUNT, 0, COUNT))).toBeVisible({ timeout: 30_000 });
});

function boxOf(index: number, key: FirmwareKey): Boxed {
  const isFragile = FRAGILE.includes(index);
  return {
    serial: serialOf(index),
    trustedFirmwareKeys: [key.publicPem],
    behaviour: {
      model: MODEL,
      firmware: '6.9.0',
      heartbeatSec: 1,
      rebootMs: 200,
      update: {
        // The sound trackers are still loading when the fragile trackers go back.
        bytesPerSec: isFragile ? null : IMAGE_BYTES / 4,
        installMs: 100,
        confirmAfterMs: 500,
        hangsOn: isFragile ? [BROKEN] : [],
      },
    },
  };
}

/** Registers the trackers as an installer's devices. */
async function register(portal: DemoPortal, trackers: readonly Tracker[]): Promise<void> {
  const sam = await clientOf(portal.url, portal.people().installer);
  const rows = trackers.map(({ serial }, index) => `${serial},Loader ${index},,`);
  const file = ['serial_number,nickname,claim_code,assign_to', ...rows, ''].join('\r\n');
  const { counts } = await sam.call(importDevices, {
    query: { importId: crypto.randomUUID(), dryRun: 'false' },
    body: new TextEncoder().encode(file),
  });
  expect(counts).toEqual({ good: trackers.length, refused: 0 });
}

/** The uploader cannot publish. A colleague publishes with a signature from the vendor's computer. */
async function release(page: Page, colleague: Page, key: FirmwareKey, version: string): Promise<void> {
  const name = `firmware-${version}.bin`;
  const image = join(key.folder, name);
  await writeFile(image, buildEspImage({ version, chip: 'esp32s3', sizeBytes: IMAGE_BYTES }));
  await page.goto('/support/firmware');
  await page.getByRole('textbox', { name: texts.upload.version }).fill(version);
  await choose(page, page.getByRole('button', { name: texts.upload.choose }), image);
  await page.getByText(texts.upload.more, { exact: true }).click();
  await page.getByRole('textbox', { name: texts.upload.model }).fill(MODEL);
  await page.getByRole('button', { name: texts.upload.send }).click();
  await expect(page.getByText(texts.upload.done(version))).toBeVisible();

  await colleague.goto('/support/firmware');
  await actionsOf(colleague, name).getByRole('button', { name: texts.list.publish }).click();
  const dialog = colleague.getByRole('dialog');
  const loading = colleague.waitForEvent('download');
  await dialog.getByRole('button', { name: texts.publish.downloadButton }).click();
  const manifest = join(key.folder, `${version}.json`);
  await (await loading).saveAs(manifest);
  await choose(colleague, dialog.getByRole('button', { name: texts.publish.chooseButton }), await key.sign(manifest));
  await dialog.getByRole('button', { name: texts.publish.send, exact: true }).click();
  await expect(colleague.getByText(texts.publish.done(version))).toBeVisible();
}

async function choose(page: Page, button: ReturnType<Page['getByRole']>, path: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button.click();
  await (await choosing).setFiles(path);
}

const actionsOf = (page: Page, name: string) => page.getByRole('group', { name: texts.list.actionsOf(name) });

async function rollOut(page: Page, version: string): Promise<void> {
  await page.reload();
  await actionsOf(page, `firmware-${version}.bin`).getByRole('button', { name: texts.list.rollOut }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: rolloutTexts.start.devices }).check();
  const serials = Array.from({ length: COUNT }, (_, index) => serialOf(index));
  await dialog.getByRole('textbox', { name: rolloutTexts.start.serials }).fill(serials.join('\n'));
  await dialog.getByRole('button', { name: rolloutTexts.start.send }).click();
  await expect(page.getByText(rolloutTexts.start.done(version))).toBeVisible();
}
