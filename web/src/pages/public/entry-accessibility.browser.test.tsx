import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { acceptTerms, ada, fieldOf, fillSignUp, signUpButton } from '#testing/fill-sign-up.ts';
import { takeShot } from '#testing/shot.ts';

type Screen = Awaited<ReturnType<typeof openPortal>>['screen'];

const stranger = { person: null };

/** Each step of signing up and signing in: the start address and the actions that lead to the step. */
const steps: Record<string, [address: string, go: (screen: Screen) => Promise<unknown>]> = {
  installer: [
    '/sign-up?type=installer',
    async (screen) => {
      await expect.element(screen.getByText('Installer certification')).toBeVisible();
    },
  ],
  errors: [
    '/sign-up',
    async (screen) => {
      await acceptTerms(screen);
      await signUpButton(screen).click();
      await expect.element(screen.getByText('Enter your first name.')).toBeVisible();
    },
  ],
  prefixes: [
    '/sign-up',
    async (screen) => {
      await screen.getByRole('combobox').click();
      await expect.element(screen.getByRole('option', { name: /Albania/ })).toBeVisible();
    },
  ],
  confirm: [
    '/sign-up',
    async (screen) => {
      await fillSignUp(screen);
      await acceptTerms(screen);
      await signUpButton(screen).click();
      await screen.getByRole('button', { name: 'Change address' }).click();
    },
  ],
  invited: [
    '/?company_invite=invitation-of-harbour',
    async (screen) => {
      await expect.element(screen.getByRole('tab', { name: 'Join Company' })).toBeVisible();
    },
  ],
  uninvited: [
    '/?company_invite=unknown',
    async (screen) => {
      await expect.element(screen.getByText(/This invitation is no longer active/)).toBeVisible();
    },
  ],
  forgotten: ['/sign-in', (screen) => screen.getByRole('button', { name: 'Forgot password?' }).click()],
  reset: [
    '/reset-password#reset-link-that-works',
    async (screen) => {
      await expect.element(fieldOf(screen, 'New password')).toBeVisible();
    },
  ],
};

test.each(Object.entries(steps))(
  'axe reports no violations in %s, wide and dark or narrow and light [AUTH-01] [AUTH-05]',
  async (step, [address, go]) => {
    await page.viewport(1_440, 1_000);
    const { screen, showScheme } = await openPortal(address, { world: stranger, scheme: 'dark' });
    await go(screen);
    await takeShot(`g-${step}-dark-1440`);
    expect(await axeFindings()).toEqual([]);
    await page.viewport(390, 1_400);
    await showScheme('light');
    await takeShot(`g-${step}-light-390`);
    expect(await axeFindings()).toEqual([]);
  },
);

test('axe reports no violations in the dialog that asks to join a company [AUTH-02] [LAND-02]', async () => {
  await page.viewport(1_440, 900);
  const { screen } = await openPortal('/?company_invite=invitation-of-harbour');
  await expect.element(screen.getByRole('dialog', { name: 'Join Harbour Alarms' })).toBeVisible();
  await takeShot('g-join');
  expect(await axeFindings(screen.getByRole('dialog').element())).toEqual([]);
});

test('sign-up and confirmation work with the keyboard alone [AUTH-05] [AUTH-10]', async () => {
  const { screen } = await openPortal('/sign-up', { world: stranger });
  const tab = screen.getByRole('tab', { name: 'Sign Up', selected: true });
  await expect.element(signUpButton(screen)).toBeVisible();
  (tab.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}{ArrowRight}');
  await expect.element(screen.getByRole('radio', { name: 'Installer' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{Tab}');
  await userEvent.keyboard(`${ada['First name']}{Tab}${ada['Last name']}{Tab}${ada.Email}{Tab}`);
  await expect.element(screen.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('austral{ArrowDown}{Enter}{Tab}0491570156{Tab}Harbour-2026{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
  await userEvent.keyboard('{Tab} {Tab}{Tab}{Tab}{Enter}');
  await expect.element(fieldOf(screen, 'Confirmation code')).toHaveFocus();
  await userEvent.keyboard('20264711{Enter}');
  await expect.element(screen.getByText('Account confirmed! Please sign in.')).toBeVisible();
});
