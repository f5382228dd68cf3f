import { removePasskey, renamePasskey } from '@trace/contract/auth/factors/auth.passkeys.api';
import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import { proofTexts } from '@trace/contract/auth/factors/auth.proof.texts';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { aPasskey, factorCodes, factorKey, rightFactorCode } from '#testing/fake-server/people/fake-server-factors.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse, type FakeServer } from '#testing/fake-server/fake-server.ts';

type Options = Parameters<typeof openPortal>[1];
type Screen = Awaited<ReturnType<typeof openPortal>>['screen'];

const open = (options: Options = {}) => openPortal('/user/settings', options);
const region = (screen: Screen, name: string) => screen.getByRole('region', { name });
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true });

/** The session is older than ten minutes, until a proof that `isRight` takes. */
function needProof(server: FakeServer, isRight: (body: unknown) => boolean = () => true): void {
  let isFresh = false;
  server.on(prove, ({ body }) => {
    if (!isRight(body)) return refuse('wrong_credentials', 'That is incorrect. Please try again.', 'body.password');
    isFresh = true;
    return { provedAt: new Date().toISOString() };
  });
  server.on(startSecondFactor, () =>
    isFresh
      ? { key: factorKey, uri: 'otpauth://totp/Trace:mia' }
      : refuse('proof_required', "Confirm it's you to continue."),
  );
}

test('a code of the authenticator app turns on two-step sign-in, and the recovery codes appear once [AUTH-15]', async () => {
  const { screen, server } = await open();
  const card = region(screen, 'Two-step sign-in');
  await expect.element(card).toMatchTextContent(/Off/);
  await button(screen, 'Turn on').click();
  const dialog = screen.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await expect.element(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect
    .poll(() => dialog.element().querySelector('svg[role="img"] path')?.getAttribute('d')?.length)
    .toBeGreaterThan(500);
  await expect.element(dialog).toMatchTextContent(/JBSW Y3DP EHPK 3PXP/);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await expect.element(code).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent(/Enter the 6-digit code\./);
  await code.fill('000 000');
  await button(screen, 'Confirm').click();
  await expect.element(dialog).toMatchTextContent(/This code is incorrect or has already been used\./);
  await expect.element(code).toHaveFocus();
  await code.fill(` ${rightFactorCode.slice(0, 3)} ${rightFactorCode.slice(3)} `);
  await button(screen, 'Confirm').click();

  const codes = screen.getByRole('dialog', { name: 'Your recovery codes' });
  await expect.element(codes.getByRole('listitem').first()).toHaveTextContent(factorCodes[0]);
  expect(codes.getByRole('listitem').elements()).toHaveLength(10);
  await userEvent.keyboard('{Escape}');
  await expect.element(codes).toBeVisible();
  await button(screen, "I've saved them").click();
  await expect.element(card).toMatchTextContent(/10 recovery codes left/);
  expect(server.calls(confirmSecondFactor).map(({ body }) => body)).toEqual([
    { code: '000000' },
    { code: rightFactorCode },
  ]);
});

test('a call that requires re-authentication opens a dialog and is sent again afterwards [AUTH-17]', async () => {
  const { screen, server } = await open();
  needProof(server, (body) => (body as { password: string }).password === 'Harbour-2026');
  await button(screen, 'Turn on').click();
  const dialog = screen.getByRole('dialog', { name: "Confirm it's you" });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent(/Enter your password\./);
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent(/That is incorrect\. Please try again\./);
  await expect.element(password).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  await password.fill('Harbour-2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Set up two-step sign-in' })).toBeVisible();
  expect(server.calls(startSecondFactor)).toHaveLength(2);
});

test('closing the re-authentication dialog sends no request and shows the reason [AUTH-17]', async () => {
  const { screen, server } = await open();
  needProof(server);
  await button(screen, 'Turn on').click();
  await expect.element(screen.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText("Confirm it's you to continue.")).toBeVisible();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  expect(server.calls(prove)).toEqual([]);
  expect(server.calls(startSecondFactor)).toHaveLength(1);
});

test('the dialog asks for a code when two-step sign-in was turned on in another window [AUTH-17]', async () => {
  const { screen, server } = await open();
  needProof(server);
  server.on(prove, ({ body }) =>
    'code' in body
      ? { provedAt: new Date().toISOString() }
      : refuse('wrong_credentials', proofTexts.codeNeeded, 'body.code'),
  );
  await button(screen, 'Turn on').click();
  const dialog = screen.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent(/Also enter the code from your authenticator app\./);
  await dialog.getByRole('textbox', { name: 'Code' }).fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(prove).at(-1)!.body).toEqual({ password: 'Harbour-2026', code: '123456' });
});

test('the dialog also asks for a code or a recovery code when two-step sign-in is on [AUTH-17]', async () => {
  const { screen, server } = await open();
  needProof(server);
  server.on(startProof, () => ({ needsCode: true, passkey: null }));
  await button(screen, 'Turn on').click();
  const dialog = screen.getByRole('dialog', { name: "Confirm it's you" });
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent(/Enter the 6-digit code\./);
  await button(screen, 'Use a recovery code instead').click();
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill('7kmnp q4rst');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Set up two-step sign-in' })).toBeVisible();
  expect(server.calls(prove).at(-1)!.body).toEqual({ password: 'Harbour-2026', recoveryCode: '7kmnp q4rst' });
});

/** Adds a virtual authenticator with a passkey and a verified user. Returns the id of the passkey. */
async function holdPasskey(): Promise<string> {
  const browser = cdp() as { send(method: string, given?: object): Promise<{ authenticatorId: string }> };
  await browser.send('WebAuthn.enable');
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true };
  const options = { ...kind, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', { options });
  onTestFinished(async () => {
    await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  const credentialId = btoa('passkey of mia');
  const credential = { credentialId, isResidentCredential: true, rpId: location.hostname, signCount: 1 };
  const key = { privateKey: btoa(String.fromCharCode(...bytes)), userHandle: btoa('mia') };
  await browser.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, ...key } });
  return credentialId.replaceAll('=', '');
}

test('a passkey re-authenticates the user in the dialog [AUTH-17] [AUTH-15]', async () => {
  const id = await holdPasskey();
  const { screen, server } = await open();
  needProof(server, (body) => (body as { passkey?: { id: string } }).passkey?.id === id);
  const passkey = {
    challenge: 'Y2hhbGxlbmdl',
    rpId: location.hostname,
    timeout: 60_000,
    userVerification: 'required' as const,
    allowCredentials: [{ id, type: 'public-key' as const }],
  };
  server.on(startProof, () => ({ needsCode: false, passkey }));
  await button(screen, 'Turn on').click();
  const dialog = screen.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Set up two-step sign-in' })).toBeVisible();
  expect(server.calls(prove)).toHaveLength(1);
  expect(server.calls(startSecondFactor)).toHaveLength(2);
});

test('renewing the recovery codes and turning off two-step sign-in ask first and name the loss [AUTH-15]', async () => {
  const { screen, server } = await open({ world: { factors: { isOn: true, isRequired: false, passkeys: [] } } });
  await button(screen, 'New recovery codes').click();
  const renew = screen.getByRole('dialog', { name: 'Create new recovery codes?' });
  await expect.element(renew).toMatchTextContent(/Your current codes will stop working\./);
  await renew.getByRole('button', { name: 'New recovery codes' }).click();
  await expect
    .element(screen.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem').first())
    .toHaveTextContent(factorCodes.at(-1));
  await button(screen, "I've saved them").click();

  await button(screen, 'Turn off').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => screen.getByRole('dialog').elements().length).toBe(0);
  expect(server.calls(turnOffSecondFactor)).toEqual([]);
  await button(screen, 'Turn off').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect.element(region(screen, 'Two-step sign-in')).toMatchTextContent(/Off/);
  expect(server.calls(renewRecoveryCodes)).toHaveLength(1);
});

test('an account that requires two-step sign-in cannot turn two-step sign-in off [AUTH-15]', async () => {
  const { screen } = await open({ world: { factors: { isOn: true, isRequired: true, passkeys: [] } } });
  await expect.element(screen.getByText('Two-step sign-in is required for your account type.')).toBeVisible();
  expect(button(screen, 'Turn off').elements()).toEqual([]);
});

test('passkeys are listed, renamed and removed [AUTH-15]', async () => {
  const passkeys = [aPasskey('Phone', { isSynced: true }), aPasskey('Blue key 🔑')];
  const { screen, server } = await open({ world: { factors: { isOn: false, isRequired: false, passkeys } } });
  const card = region(screen, 'Passkeys');
  await expect
    .element(card.getByRole('listitem').first())
    .toMatchTextContent(/Phone.*Synced.*Added 1 day ago.*never used/);
  await button(screen, 'Rename Blue key 🔑').click();
  const name = screen.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await name.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Enter a name.')).toBeVisible();
  await name.fill(' Office key ');
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByRole('listitem').nth(1)).toMatchTextContent(/Office key/);
  expect(server.calls(renamePasskey)[0]!.body).toEqual({ name: 'Office key' });

  await button(screen, 'Remove Phone').click();
  await expect
    .element(screen.getByRole('dialog'))
    .toMatchTextContent(/You will no longer be able to sign in with Phone\./);
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => card.getByRole('listitem').elements().length).toBe(1);
  expect(server.calls(removePasskey)).toHaveLength(1);
});

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const)('axe reports no violations in the security settings (%s, %i) [AUTH-15]', async (scheme, width) => {
  await page.viewport(width, 900);
  const passkeys = [aPasskey('Phone', { isSynced: true }), aPasskey('A very long name of a key that wraps somewhere')];
  const { screen } = await open({ scheme, world: { factors: { isOn: false, isRequired: false, passkeys } } });
  await expect.element(region(screen, 'Passkeys').getByRole('listitem').first()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await button(screen, 'Turn on').click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
