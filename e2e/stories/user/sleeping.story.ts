import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { caravan } from '../../equipment/own-tracker.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const WAKE_INTERVAL_SEC = 1_800;

test('the ping of a sleeping device waits, can be cancelled, and shows its outcome when the device wakes [PING-09]', async ({
  page,
  portal,
  switchOn,
}) => {
  const tracker = await switchOn({ behaviour: { sleep: { wakeIntervalSec: WAKE_INTERVAL_SEC, awakeSec: 1 } } });
  await signIn(page, portal.people().premium, '/user');
  const card = page.getByRole('radio', { name: new RegExp(caravan.name) });
  await card.click();
  await expect(card).toHaveAccessibleName(new RegExp(statusLabel.sleeping));

  const ping = page.getByRole('button', { name: pingTexts.button(caravan.name) });
  await ping.click();
  const waiting = page.getByRole('status').filter({ hasText: pingTexts.waiting });
  await expect(waiting).toContainText(pingTexts.wakeExpected);
  const expectedAt = Date.parse((await waiting.locator('time').first().getAttribute('datetime')) ?? '');
  expect(expectedAt).toBeGreaterThan(Date.now());
  expect(expectedAt).toBeLessThanOrEqual(Date.now() + WAKE_INTERVAL_SEC * 1_000);
  await waiting.getByRole('button', { name: pingTexts.cancel }).click();
  await expect(page.getByText(pingTexts.cancelled)).toBeVisible();
  await expect(waiting).toBeHidden();

  await ping.click();
  await expect(waiting).toBeVisible();
  tracker.change({ sleep: null });
  tracker.wake();
  await expect(page.getByText(pingTexts.located(caravan.name))).toBeVisible();
  await expect(waiting).toBeHidden();
});
