// The product's payment service, as a process that outlives the product. Customers pay and change plans on its pages.
// The service sends the events to the portal when, as often and in the order that the test chooses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '../repository.ts';

/** An event in the payment service. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly about: { readonly id: string; readonly customer: string };
  /** The plan at the time of the event. Null for events about other objects. */
  readonly plan: string | null;
  /** The portal has confirmed that it received the event. */
  isTaken: boolean;
}

export interface PaymentService {
  /** For the server's `--payments`. */
  readonly settings: string;
  readonly pid: number;
  /** Events in the order of occurrence. */
  readonly events: readonly PaymentEvent[];
  /** Sends a webhook, once. */
  send(event: PaymentEvent, webhookUrl: string): void;
  /** Presses a button on a page of the payment service. */
  press(page: string, button: string): Promise<void>;
  /** Where a customer changes the plan. */
  portalOf(customer: string): string;
  /** The customer's newest plan, in the form of `planText`. */
  planOf(customer: string): Promise<string>;
  stop(): Promise<void>;
}

interface StoredPlan {
  readonly id: string;
  readonly object: string;
  readonly customer: string;
  readonly status: string;
  readonly cancel_at: number | null;
}

/** Formats the values that must be equal on both sides. */
export function planText({ id, status, endsAtSec }: { id: string; status: string; endsAtSec: number | null }): string {
  return `${id} ${status} ${endsAtSec ?? 'renews'}`;
}

const textOf = (plan: StoredPlan): string => planText({ ...plan, endsAtSec: plan.cancel_at });

export async function startPaymentService(): Promise<PaymentService> {
  const script = path.join(repositoryRoot, 'server/src/cli/bench/payments.ts');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const events: PaymentEvent[] = [];
  const ready = Promise.withResolvers<{ secretKey: string; server: { host: string; port: number } }>();
  child.once('exit', (code) => ready.reject(new Error(`the payment service ended (${code})`)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line);
    if (said.ready) ready.resolve(said.settings);
    if (said.happened) events.push(eventOf(said));
    const answered = events.find(({ id }) => id === said.answered);
    if (answered !== undefined && said.status === 200) answered.isTaken = true;
  });
  const settings = await ready.promise;
  const url = `http://${settings.server.host}:${settings.server.port}`;

  return {
    settings: JSON.stringify(settings),
    pid: child.pid ?? 0,
    events,
    send: ({ id }, webhookUrl) => void child.stdin.write(`${id} ${webhookUrl}\n`),
    press: async (page, button) => {
      const answer = await fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ press: button }),
        redirect: 'manual',
      });
      await answer.text();
    },
    portalOf: (customer) => `${url}/portal/${customer}`,
    planOf: async (customer) => {
      const headers = { authorization: `Bearer ${settings.secretKey}` };
      const answer = await fetch(`${url}/v1/subscriptions?customer=${customer}`, { headers });
      const { data } = (await answer.json()) as { data: (StoredPlan & { created: number })[] };
      const newest = data.toSorted((a, b) => b.created - a.created)[0];
      if (newest === undefined) throw new Error(`${customer} never had a plan`);
      return textOf(newest);
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function eventOf({ happened, type, about }: { happened: string; type: string; about: StoredPlan }): PaymentEvent {
  const plan = about.object === 'subscription' ? textOf(about) : null;
  return { id: happened, type, about: { id: about.id, customer: about.customer }, plan, isTaken: false };
}
