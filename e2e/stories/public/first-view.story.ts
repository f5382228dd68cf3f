import { signIn } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import type { APIRequestContext } from '@playwright/test';
import type { Person } from '../../equipment/demo-portal.ts';
import { expect, test } from '../../fixtures.ts';

/** Signs in without a page. Later requests carry the session's cookie. */
async function signInBy(request: APIRequestContext, { email, password }: Person): Promise<void> {
  const answer = await request.post(signIn.path, { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** Opens an address as a browser does before any script runs. */
async function openFirst(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = await response.text();
  const skeleton = /<div id="skeleton".*<div id="root">/s.exec(html)?.[0] ?? '';
  const links = (response.headers()['link'] ?? '').split(', ').map((link) => ({
    address: /^<(.+?)>/.exec(link)?.[1] ?? '',
    use: /rel=(?:preload; as=)?(\w+)/.exec(link)?.[1] ?? '',
  }));
  return { skeleton, links };
}

/** Returns the answers of all linked files and calls, without repeats. */
async function statusesOf(request: APIRequestContext, links: readonly { address: string }[]): Promise<Set<number>> {
  const answers = await Promise.all(links.map(({ address }) => request.get(address)));
  return new Set(answers.map((answer) => answer.status()));
}

test('the sign-in is drawn before any script, and its links name existing files', async ({ request }) => {
  const { skeleton, links } = await openFirst(request, '/sign-in');
  expect(skeleton).toContain(authTexts.email);
  expect(new Set(links.map(({ use }) => use))).toEqual(new Set(['script', 'style', 'modulepreload', 'fetch']));
  expect(await statusesOf(request, links)).toEqual(new Set([200]));
});

test('the dashboard of a user is drawn before any script, and its links name existing files and calls', async ({
  request,
  portal,
}) => {
  await signInBy(request, portal.people().premium);
  const { skeleton, links } = await openFirst(request, '/user');
  expect(skeleton).toContain('My Devices');
  expect(links.filter(({ use }) => use === 'fetch').length).toBeGreaterThan(3);
  expect(await statusesOf(request, links)).toEqual(new Set([200]));
});

test('the device table of an installer is drawn before any script, and its links name existing files and calls', async ({
  request,
  portal,
}) => {
  await signInBy(request, portal.people().installer);
  const { skeleton, links } = await openFirst(request, '/installer/devices');
  expect(skeleton).toContain(deviceTableTexts.search);
  expect(links.filter(({ use }) => use === 'fetch').length).toBeGreaterThan(2);
  expect(await statusesOf(request, links)).toEqual(new Set([200]));
});
