import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/clock';
import type { Config } from '../config/config.ts';
import { startStandIn } from '@trace/stand-ins/payments/stand-in';

export interface DemoPayments {
  /** The settings with the payment service that sells premium. */
  config: Config;
  /** Sets the portal that receives the webhooks. Called after the portal starts to listen. */
  deliverTo(portalUrl: string): void;
  /** Text about the payment fake for the welcome message. Empty if the operator configured real keys. */
  welcome: string;
  stop(): Promise<void>;
}

/** How often the stand-in processes due events and saves the ledger if changed. */
const CATCH_UP_MS = 1_000;

/** Starts a payment service on this machine, unless the settings name the real service. The same code talks to both. */
export async function startDemoPayments(config: Config): Promise<DemoPayments> {
  if (config.payments !== null) return { config, deliverTo: () => {}, welcome: '', stop: async () => {} };
  const clock = systemClock();
  const { ledger, webhooks, settings, stop } = await startStandIn({ clock });
  const directory = join(config.dataDirectory, 'demo');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'payments.json');
  if (existsSync(file)) ledger.restore(readFileSync(file, 'utf8'));
  let written = ledger.save();
  const save = (): void => {
    const now = ledger.save();
    if (now !== written) writeFileSync(file, now, { mode: 0o600 });
    written = now;
  };
  const stopCatchingUp = clock.every(CATCH_UP_MS, () => {
    ledger.catchUp();
    save();
  });
  return {
    config: { ...config, payments: settings },
    deliverTo: (portalUrl) => webhooks.deliverTo(`${portalUrl}/api/stripe/webhook`),
    welcome: '\nPayments go to a local Stripe fake. No real money is charged.\n',
    async stop() {
      stopCatchingUp();
      save();
      await stop();
    },
  };
}
