import { chromium, type Browser } from '@playwright/test';
import { findBrowser, type Drawing } from '@trace/equipment/browser';

/** Returns null when no browser is found, and prints that `what` is not measured for this reason. */
export async function launchBrowser(what: string, drawing: Drawing = 'emulated card'): Promise<Browser | null> {
  const found = await findBrowser(drawing).catch((error: unknown) => {
    console.error(`\nNO BROWSER, so not measured: ${what}. ${String(error)}\n`);
    return null;
  });
  return found && chromium.launch({ executablePath: found.executablePath, args: found.args, env: found.env });
}
