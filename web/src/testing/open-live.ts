import { expect } from 'vitest';
import { openPortal } from './fake-server/fake-server-portal.tsx';
import { premium, type World } from './fake-server/fake-server-world.ts';

/** The first map of a test run takes seconds on a busy machine. */
export const MAP_WAIT = { timeout: 20_000 };

/** Opens the Live Tracking tab of a premium user, with the work ute chosen. */
export async function openLive(world: Partial<World> = {}, clockAheadMs = 0) {
  const portal = await openPortal('/user?tab=live', { world: { subscription: premium, ...world }, clockAheadMs });
  const { screen, server } = portal;
  await screen.getByRole('combobox', { name: 'Select a device to track' }).click();
  await screen.getByRole('option', { name: 'Work ute · Trace_4F21', exact: false }).click();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  return portal;
}

/** Does the same as `openLive`, and starts tracking. */
export async function track(world: Partial<World> = {}, clockAheadMs = 0) {
  const portal = await openLive(world, clockAheadMs);
  await portal.screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(portal.screen.getByRole('button', { name: 'Stop Tracking' })).toBeVisible();
  return portal;
}
