// HUB-02, SUB-04: the outage of another service does not spread (invariant I-24). The payment service stands still with
// its connections open. Calls that need it are refused within the time limit, pages of others are answered as before,
// and the portal sells again when the service goes on.
import { setTimeout as wait } from 'node:timers/promises';
import { listDevices } from '@trace/contract/devices/devices.api';
import type { ApiClient } from '@trace/contract/kernel/client';
import { createCheckout } from '@trace/contract/subscription/subscription.api';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { startPaymentService } from '../../equipment/outside/payments.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { signal } from '../../equipment/servers/processes.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const BUYERS = 6;
const CUT_OFF_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 50;
const QUIET_MS = 2_000;
/** A busy machine must not fail, so the bound has room. */
const SLOWEST_FACTOR = 1.5;
const ROOM_MS = 250;

export const outageFault: Fault = {
  name: 'outage',
  invariants: ['I-24'],
  mostlyWaits: true,
  run: (settings) => hangPayments(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* hangPayments(_settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const service = await startPaymentService();
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: 3, people: BUYERS, payments: service.settings, ...changed });
  try {
    const { url, person } = world.ready();
    const neighbour = await signInTo({ url, person });
    const numbers = Array.from({ length: BUYERS }, (_, index) => index + 1);
    const buyers = await Promise.all(
      numbers.map((number) => signInTo({ url, person: { ...person, email: `bench-person-${number}@example.com` } })),
    );
    const quiet = await askUntil(neighbour.api, wait(QUIET_MS));
    signal(service.pid, 'SIGSTOP');
    const fromMs = performance.now();
    const refused = buyers.map(async ({ api }) => {
      const isSold = await sell(api);
      return { isSold, ms: performance.now() - fromMs };
    });
    const cutOff = wait(CUT_OFF_WITHIN_MS + ROOM_MS);
    const beside = await askUntil(neighbour.api, Promise.race([Promise.all(refused), cutOff]));
    const answers = await Promise.race([Promise.all(refused), cutOff.then(() => null)]);
    signal(service.pid, 'SIGCONT');
    const areSold = await Promise.all(buyers.map(({ api }) => sell(api)));
    const [quietMs, besideMs] = [percentile(quiet, 0.99), percentile(beside, 0.99)];
    const problems: string[] = [];
    if (answers === null) problems.push(`a call was not cut off within ${CUT_OFF_WITHIN_MS} ms`);
    if (answers?.some(({ isSold }) => isSold)) problems.push('premium was sold by a service that stood still');
    if (besideMs > quietMs * SLOWEST_FACTOR + ROOM_MS)
      problems.push(`pages of others waited ${Math.round(besideMs)} ms (p99), ${Math.round(quietMs)} ms before`);
    if (!areSold.every(Boolean)) problems.push('premium was not sold when the service went on');
    const worstMs = Math.round(Math.max(0, ...(answers ?? []).map(({ ms }) => ms)));
    const note = `cut off after at most ${worstMs} ms, pages of others p99 ${quietMs.toFixed(0)} → ${besideMs.toFixed(0)} ms`;
    const counts = { checked: BUYERS + beside.length, worstMs };
    yield { title: 'the payment service stands still', problems, note, counts };
  } finally {
    signal(service.pid, 'SIGCONT');
    await world.dispose();
    await service.stop();
  }
}

/** Whether the person gets a page to pay on. */
const sell = (api: ApiClient): Promise<boolean> =>
  api.call(createCheckout, { body: {} }).then(
    () => true,
    () => false,
  );

/** Returns the delays of a page that is asked again and again. */
async function askUntil(api: ApiClient, until: Promise<unknown>): Promise<number[]> {
  const delays: number[] = [];
  let isOver = false;
  void until.then(() => (isOver = true));
  while (!isOver) {
    const fromMs = performance.now();
    await api.call(listDevices, { query: { limit: 10 } });
    delays.push(performance.now() - fromMs);
    await wait(ASK_EVERY_MS);
  }
  return delays;
}
