import { expect, test } from 'vitest';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';

test.each([
  ['/user', 'Dashboard · Trace'],
  ['/user?tab=devices', 'Manage Devices · Trace'],
  ['/user?tab=live', 'Live Tracking · Trace'],
  ['/nothing', 'Page not found · Trace'],
  ['/reset-password', 'Choose a new password · Trace'],
])('the browser’s tab names the page at %s', async (at, title) => {
  await openPortal(at);
  await expect.poll(() => document.title).toBe(title);
});

test.each([
  ['/sign-in', 'Sign In · Trace'],
  ['/sign-up', 'Sign Up · Trace'],
  ['/keep-second-step', 'Keep two-step sign-in · Trace'],
])('the browser’s tab names the page at %s when nobody is signed in', async (at, title) => {
  await openPortal(at, { world: { person: null } });
  await expect.poll(() => document.title).toBe(title);
});
