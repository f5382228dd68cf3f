import { expect, test } from 'vitest';
import { replaceSkeleton } from './skeleton.ts';

function openPage() {
  document.body.innerHTML = '<div id="skeleton">Sign In</div><div id="root"></div>';
  const portal = document.getElementById('root')!;
  replaceSkeleton(portal, document.getElementById('skeleton'));
  return portal;
}

test('the skeleton stays while the portal shows a loader', async () => {
  const portal = openPage();
  portal.innerHTML = '<main><p role="status">Loading...</p></main>';
  await Promise.resolve();
  expect(document.getElementById('skeleton')).not.toBeNull();
  expect(portal.checkVisibility()).toBe(false);
});

test('the skeleton gives way before the next paint when the portal shows a page', async () => {
  const portal = openPage();
  portal.innerHTML = '<h1>Sign In</h1>';
  await Promise.resolve();
  expect(document.getElementById('skeleton')).toBeNull();
  expect(portal.checkVisibility()).toBe(true);
});

test('a page can focus its first field in the microtask after it was drawn', async () => {
  const portal = openPage();
  portal.innerHTML = '<h1>Sign In</h1><input />';
  const field = portal.querySelector('input');
  queueMicrotask(() => field?.focus());
  await Promise.resolve();
  expect(document.activeElement).toBe(field);
});
