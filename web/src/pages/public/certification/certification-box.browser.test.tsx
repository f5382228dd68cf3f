import { unverifiedCertification, type CertificationProgress } from '@trace/contract/certification/certification.rules';
import { checkCertification } from '@trace/contract/certification/certification.api';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import {
  nobodyCertified,
  serveCertification,
  type CertificationWorld,
} from '#testing/fake-server/devices/fake-server-certification.ts';
import { startFakeServer } from '#testing/fake-server/fake-server.ts';
import { mount } from '#testing/mount.tsx';
import { CertificationBox } from '#features/certification/certification-box.tsx';

const noah = { firstName: ' Noah ', lastName: 'Tan', email: 'Noah@SparkFit.example ' };
const NONE_FOUND =
  'No certification found for your email or name. Please enter your certification number manually below.';

/** Mirrors the sign-up form: the form owns the state and resets the state for a user. */
function Form({ seen }: { seen: CertificationProgress[] }) {
  const [applicant, setApplicant] = useState(noah);
  const [isInstaller, setInstaller] = useState(true);
  const [state, setState] = useState(unverifiedCertification);
  const change = (next: CertificationProgress) => {
    seen.push(next);
    setState(next);
  };
  const toggle = () => {
    setInstaller(!isInstaller);
    setState(unverifiedCertification);
  };
  return (
    <main>
      <h1>Sign Up</h1>
      <h2>Details</h2>
      <form onSubmit={() => seen.push({ ...unverifiedCertification, number: 'the form was sent' })}>
        <label>
          First name
          <input
            value={applicant.firstName}
            onChange={(event) => setApplicant({ ...applicant, firstName: event.currentTarget.value })}
          />
        </label>
        <button type="button" onClick={toggle}>
          Switch the type
        </button>
        {isInstaller && <CertificationBox applicant={applicant} state={state} onChange={change} />}
      </form>
    </main>
  );
}

async function open(change: Partial<CertificationWorld> = {}, scheme: 'light' | 'dark' = 'light') {
  const server = startFakeServer();
  onTestFinished(server.stop);
  const world = { ...nobodyCertified(), ...change };
  serveCertification(server, world);
  const seen: CertificationProgress[] = [];
  const screen = await mount(<Form seen={seen} />, { scheme });
  const box = screen.getByRole('region', { name: 'Installer certification' });
  await expect.element(box).toBeVisible();
  const press = (name: string) => box.getByRole('button', { name, exact: true }).click();
  const field = box.getByRole('textbox', { name: 'Certification number' });
  return { server, world, screen, box, press, field, seen };
}

test('auto-verify goes from unverified over verifying to verified [CERT-01] [CERT-03]', async () => {
  const { server, screen, box, press, seen } = await open({ lookUp: 'yes' });
  await expect.element(box.getByText('Unverified')).toBeVisible();
  await press('Auto-Verify');
  await expect.element(screen.getByText('Certification Verified')).toBeVisible();
  await expect.element(box.getByText('Verified', { exact: true })).toBeVisible();
  expect(seen.map(({ state, number }) => [state, number])).toEqual([
    ['verifying', ''],
    ['verified', ''],
  ]);
  expect(server.calls(checkCertification).map(({ body }) => body)).toEqual([
    { firstName: 'Noah', lastName: 'Tan', email: 'noah@sparkfit.example' },
  ]);
});

test('auto-verify asks for name and email and sends no request when the first name is blank [CERT-02]', async () => {
  const { server, screen, box, press } = await open();
  await screen.getByRole('textbox', { name: 'First name' }).fill('  ');
  await press('Auto-Verify');
  await expect.element(screen.getByText('Missing Information')).toBeVisible();
  await expect.element(screen.getByText('Please fill in your name and email first')).toBeVisible();
  await expect.element(box.getByText('Unverified')).toBeVisible();
  expect(server.calls(checkCertification)).toEqual([]);
});

test('the box offers number entry, help and another auto-verify when no certification is found [CERT-04]', async () => {
  const { box, press, field } = await open({ trainingUrl: 'https://training.example.com/' });
  await press('Auto-Verify');
  await expect.element(box.getByText(NONE_FOUND)).toBeVisible();
  await expect.element(box.getByText('Not found')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('placeholder', 'CERT-001-2024');
  const items = box
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(items).toHaveLength(3);
  expect(items[0]).toMatch(/^Complete the training: Installer training/);
  expect(items[1]).toMatch(/^Contact support/);
  expect(items[2]).toMatch(/^Check that your email address/);
  await press('Try Auto-Verify');
  await expect.element(box.getByText('Unverified')).toBeVisible();
  await expect.element(box.getByRole('button', { name: 'Auto-Verify', exact: true })).toHaveFocus();
});

test('the box reports a failed look-up and asks for the number [CERT-04]', async () => {
  const { server, box, press, field } = await open({ lookUp: 'broken' });
  await press('Auto-Verify');
  await expect.element(box.getByText('Failed to verify certification. Please try manual entry.')).toBeVisible();
  await expect.element(box.getByText('Not checked')).toBeVisible();
  await expect.element(field).toBeVisible();
  server.setReachable(false);
  await press('Try Auto-Verify');
  await press('Auto-Verify');
  await expect.element(box.getByText('Failed to verify certification. Please try manual entry.')).toBeVisible();
});

test('manual entry refuses an empty and a wrong number, reports a failure and accepts a valid number [CERT-05]', async () => {
  const { server, screen, box, press, field, seen } = await open({
    numbers: { 'CERT-BROKEN': 'broken', 'CERT-001-2024': 'yes' },
  });
  await press('Auto-Verify');
  await field.fill('   ');
  await press('Verify');
  await expect.element(screen.getByText('Missing Certification Number')).toBeVisible();
  await expect.element(screen.getByText('Please enter your certification number', { exact: true })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');

  await field.fill('CERT-WRONG');
  await press('Verify');
  const invalid = 'Invalid certification number. Please check your number and try again.';
  await expect.element(box.getByText(invalid)).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill('CERT-BROKEN');
  await userEvent.keyboard('{Enter}');
  await expect.element(box.getByText('Failed to verify certification number. Please try again.')).toBeVisible();
  await field.fill(' CERT-001-2024 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Certification Verified')).toBeVisible();
  expect(seen.at(-1)).toEqual({ state: 'verified', number: 'CERT-001-2024', problem: null });
  expect(server.calls(checkCertification).map(({ body }) => (body as { number?: string }).number)).toEqual([
    undefined,
    'CERT-WRONG',
    'CERT-BROKEN',
    'CERT-001-2024',
  ]);
});

test('switching the type clears the number and the state [CERT-01]', async () => {
  const { screen, box, press, field } = await open();
  await press('Auto-Verify');
  await field.fill('CERT-001-2024');
  const toggle = screen.getByRole('button', { name: 'Switch the type' });
  await toggle.click();
  await expect.element(box).not.toBeInTheDocument();
  await toggle.click();
  await expect.element(box.getByText('Unverified')).toBeVisible();
  await press('Auto-Verify');
  await expect.element(field).toHaveValue('');
});

test('changing the name resets the verification and discards a late answer [CERT-06]', async () => {
  const { server, screen, box, press, seen } = await open({ lookUp: 'yes' });
  await press('Auto-Verify');
  await expect.element(box.getByText('Verified', { exact: true })).toBeVisible();
  const name = screen.getByRole('textbox', { name: 'First name' });
  await name.fill('Mia');
  await expect.element(box.getByText('Unverified')).toBeVisible();

  const answers: (() => void)[] = [];
  server.on(checkCertification, () => new Promise((resolve) => answers.push(() => resolve({ verified: true }))));
  await press('Auto-Verify');
  await expect.element(box.getByText('Verifying')).toBeVisible();
  await name.fill('Eve');
  await expect.element(box.getByText('Unverified')).toBeVisible();
  const count = seen.length;
  for (const answer of answers) answer();
  await expect.element(box.getByText('Unverified')).toBeVisible();
  expect(seen).toHaveLength(count);
});

test('too many look-ups show a message and leave the state unverified [CERT-08]', async () => {
  const { screen, box, press } = await open({ lookUp: 'too-often' });
  await press('Auto-Verify');
  await expect.element(screen.getByText('Too many certification lookups.')).toBeVisible();
  await expect.element(box.getByText('Unverified')).toBeVisible();
});

test('the box links the training provider’s page only when an address is configured [CERT-07]', async () => {
  const { box, screen } = await open({ trainingUrl: 'https://training.example.com/installers' });
  const link = box.getByRole('link', { name: /Installer training/ });
  await expect.element(link).toHaveAttribute('href', 'https://training.example.com/installers');
  await expect.element(link).toHaveAttribute('rel', 'noopener');
  await screen.unmount();
  const without = await open();
  await without.press('Auto-Verify');
  await expect.element(without.box.getByText('Complete the training')).toBeVisible();
  expect(without.box.getByRole('link').elements()).toEqual([]);
});

test.each([
  ['light', 1_440, 900],
  ['dark', 390, 844],
] as const)(
  'axe reports no violations in the box in %s at %d × %d in each tested state',
  async (scheme, width, height) => {
    await page.viewport(width, height);
    const { world, box, press, field } = await open({ trainingUrl: 'https://training.example.com/' }, scheme);
    expect(await axeFindings()).toEqual([]);
    await press('Auto-Verify');
    await field.fill('CERT-WRONG');
    expect(await axeFindings()).toEqual([]);
    await press('Verify');
    await expect.element(box.getByText(/^Invalid certification number/)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    world.numbers['CERT-WRONG'] = 'yes';
    await press('Verify');
    await expect.element(box.getByText('Verified', { exact: true })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  },
);
