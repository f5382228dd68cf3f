import { chromium, type Browser } from '@playwright/test';
import { findBrowser, type Drawing } from '@trace/equipment/browser';

/** Null where there is none; it is told that this is why `what` is not measured. */
export async function launchBrowser(what: string, drawing: Drawing = 'emulated card'): Promise<Browser | null> {
  const found = await findBrowser(drawing).catch((error: unknown) => {
    console.error(`\nNO BROWSER, so not measured: ${what}. ${String(error)}\n`);
    return null;
  });
  return found && chromium.launch({ executablePath: found.executablePath, args: found.args, env: found.env });
}
