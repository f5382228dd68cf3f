import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { anInvitation, samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { premium, sam, type World } from '#testing/fake-server/fake-server-world.ts';

const signedOut = { person: null };
const installer = { person: sam };
const onPremium = { subscription: premium };

/** Each page, the test world of its viewer, and words that are visible when the page has settled. */
const pages: [address: string, world: Partial<World>, words: string | RegExp][] = [
  ['/', signedOut, 'Zero setup for end-users'],
  ['/terms', signedOut, 'Use licence'],
  ['/privacy', signedOut, 'Information collected'],
  ['/support-login', signedOut, 'Sign In as Support'],
  ['/user', {}, '8 records'],
  ['/user', { devices: [], statuses: [] }, /No devices yet/],
  ['/user?tab=devices', {}, 'Power Save'],
  ['/user?tab=live', {}, 'Premium Feature'],
  ['/user?tab=live', onPremium, 'Start Live Tracking'],
  ['/user/settings', {}, 'Personal Information'],
  ['/installer', installer, 'Needs your attention'],
  ['/installer/overview', installer, 'Delivery van 2'],
  ['/installer/devices', installer, 'Excavator 3'],
  ['/installer/setup', installer, 'Register Device'],
  ['/installer/company', installer, 'Create your company'],
  ['/installer/company', { ...installer, companies: samsCompany({ invitations: [anInvitation()] }) }, 'Delete company'],
  ['/installer/company?tab=employees', { ...installer, companies: samsCompany() }, 'Transfer ownership'],
  ['/installer/company?tab=invitations', { ...installer, companies: samsCompany() }, 'Copy link'],
  ['/installer/settings', installer, 'Account Information'],
  ['/installer', {}, /Access denied/],
  ['/nowhere', {}, 'Oops! Page not found'],
];

// Both schemes and both widths. The stories check pages with real data on a phone in the dark scheme.
test.each(pages)(
  'axe reports no problem on %s, wide and dark or narrow and light, and nothing is cut at 320 px',
  async (address, world, words) => {
    await page.viewport(1_440, 900);
    const { screen, showScheme } = await openPortal(address, { world, scheme: 'dark' });
    await expect.element(screen.getByText(words).first()).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await page.viewport(390, 844);
    await showScheme('light');
    await expect.element(screen.getByText(words).first()).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await page.viewport(NARROWEST_PX, 844);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROWEST_PX);
    expect(cutWords()).toEqual([]);
  },
);

/** WCAG 1.4.10: a window of 1,280 px at 400 % zoom. */
const NARROWEST_PX = 320;

/** The words of buttons and headings that are cut. */
function cutWords(): (string | null)[] {
  const shown = document.querySelectorAll<HTMLElement>('.mantine-Button-label, h1, h2, h3');
  const isCut = (each: HTMLElement) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1;
  return [...shown].filter(isCut).map(({ textContent }) => textContent);
}
