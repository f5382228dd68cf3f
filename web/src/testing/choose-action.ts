import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import type { Locator } from 'vitest/browser';

/** Chooses from the menu in the row of a device. */
export async function chooseAction(screen: Pick<Locator, 'getByRole'>, device: string, action: string): Promise<void> {
  await screen.getByRole('button', { name: deviceTableTexts.actionsOf(device) }).click();
  await screen.getByRole('menuitem', { name: action, exact: true }).click();
}
