import { expect, test } from 'vitest';
import { renderLanding } from './landing-static.tsx';

const html = renderLanding();

/** The addresses and words of the links, in their order. */
const links = [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, href, words]) => [words, href]);

test('LAND-01 the landing page is whole without a script: every way in is a plain link', () => {
  expect(links).toEqual([
    ['Support staff login', '/support-login'],
    ['Login', '/sign-in'],
    ['I&#x27;m a User', '/sign-up?type=user'],
    ['I&#x27;m an Installer', '/sign-up?type=installer'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Support staff login', '/support-login'],
  ]);
});

test('LAND-01 it has nothing that the page’s own security policy forbids', () => {
  expect(html).not.toMatch(/<script|\son\w+="|javascript:|\sstyle="/);
});
