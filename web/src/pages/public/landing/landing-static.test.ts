import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import { expect, test } from 'vitest';
import { renderLanding } from './landing-static.tsx';

const html = renderLanding();

/** The addresses and words of the links, in their order. */
const links = [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, href, words]) => [words, href]);

test('the landing page works without a script because every link is plain [LAND-01]', () => {
  expect(links).toEqual([
    ['Skip to content', '#content'],
    ['Support staff login', '/support-login'],
    ['Login', '/sign-in'],
    ['I&#x27;m a User', '/sign-up?type=user'],
    ['I&#x27;m an Installer', '/sign-up?type=installer'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Support staff login', '/support-login'],
  ]);
});

test('a heading introduces the three steps [LAND-01]', () => {
  const { stepsTitle, steps } = landingTexts;
  expect(html).toMatch(new RegExp(`<h2>${stepsTitle}</h2><ol[^>]*><li><h3>${steps[0].title}`));
});

test('the landing page has no script, handler or inline style that its security policy forbids [LAND-01]', () => {
  expect(html).not.toMatch(/<script|\son\w+="|javascript:|\sstyle="/);
});
