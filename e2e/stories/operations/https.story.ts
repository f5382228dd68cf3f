import { chromium, expect, test } from '@playwright/test';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { findBrowser } from '@trace/equipment/browser';
import { readDemoSeed } from '../../equipment/demo-seed.ts';
import { HTTPS_HOST, startHttpsPortal } from '../../equipment/https-portal.ts';

test('by HTTPS a person signs in with a __Host- cookie, gets the stream, and may use camera, push and passkeys [SCALE-04]', async () => {
  const portal = await startHttpsPortal(readDemoSeed());
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({
    ...{ executablePath, env },
    args: [...args, `--host-resolver-rules=MAP ${HTTPS_HOST} 127.0.0.1`, '--ignore-certificate-errors'],
  });
  try {
    const staff = await portal.addStaff('nadia.berg@trace.example');
    const context = await browser.newContext({ baseURL: portal.url });
    const page = await context.newPage();
    const stream = page.waitForResponse((answer) => answer.url().includes(STREAM_PATH));
    await page.goto('/support-login');
    await page.getByLabel(authTexts.email).fill(staff.email);
    await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(staff.password);
    await page.getByRole('button', { name: supportStaffTexts.signIn }).click();
    expect((await stream).status()).toBe(200);

    const [session] = (await context.cookies()).filter(({ name }) => name.includes('session'));
    expect(session).toMatchObject({ name: expect.stringMatching(/^__Host-/), secure: true, httpOnly: true });
    const offers = await page.evaluate(`({
      isSecure: isSecureContext,
      protocol: performance.getEntriesByType('navigation')[0].nextHopProtocol,
      camera: 'mediaDevices' in navigator,
      push: 'PushManager' in window && 'serviceWorker' in navigator,
      passkeys: 'PublicKeyCredential' in window,
    })`);
    expect(offers).toEqual({ isSecure: true, protocol: 'h2', camera: true, push: true, passkeys: true });
    await context.close();
  } finally {
    await browser.close();
    await portal.stop();
  }
});
