// SUB-04: each event of the payment service is applied once, even when the server is killed between storing and
// applying. Buyers change plans, webhooks arrive several times and in any order, and the server gets kill -9.
// Unanswered events are sent again. In the end each plan equals the payment service's plan. Each end of a plan is
// mailed once, and each change is audited once.
import { setTimeout as wait } from 'node:timers/promises';
import { createCheckout, getSubscription } from '@trace/contract/subscription/subscription.api';
import type { ApiClient } from '@trace/contract/kernel/client';
import { createRandom } from '@trace/simulator/random';
import type { Random } from '@trace/simulator/random';
import { checkAtDeath, checkAtRest, restsWithin } from '../../equipment/proofs/billing-checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { startPaymentService } from '../../equipment/outside/payments.ts';
import type { PaymentEvent, PaymentService } from '../../equipment/outside/payments.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { signal } from '../../equipment/servers/processes.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const BUYERS = 6;
/** A cycle here takes longer than a cycle of `kill`: this many `kill` cycles count as one. */
const CYCLES_PER_CYCLE = 7;
const KILLED_AFTER_MS = [30, 150] as const;
const TELL_EVERY_MS = 15;
const RESTS_WITHIN_MS = 15_000;

interface Buyer {
  readonly api: ApiClient;
  customer: string;
  hasPlan: boolean;
  /** The plan ends with its month. */
  isCancelled: boolean;
}

interface Shop {
  readonly world: World;
  readonly service: PaymentService;
  readonly buyers: readonly Buyer[];
  readonly random: Random;
}

export const webhookFault: Fault = {
  name: 'webhook',
  invariants: ['I-10'],
  run: ({ cycles, seed }) => killWhileApplying({ cycles: Math.ceil(cycles / CYCLES_PER_CYCLE), seed }),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* killWhileApplying(
  { cycles, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const service = await startPaymentService();
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: 0, people: BUYERS, payments: service.settings, ...changed });
  try {
    const shop = { world, service, buyers: await signInBuyers(world), random: createRandom(seed) };
    let [waited, checked] = [0, 0];
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const { waiting, ...outcome } = await killOnce(shop, cycle);
      waited += waiting;
      yield { ...outcome, counts: { ...outcome.counts, checked: service.events.length - checked } };
      checked = service.events.length;
    }
    const problems = waited === 0 ? ['no event was stored and not applied at a kill, so nothing was proved'] : [];
    yield {
      title: 'all cycles together',
      problems,
      note: `${service.events.length} events, ${waited} waited at a kill`,
    };
  } finally {
    await world.dispose();
    await service.stop();
  }
}

function signInBuyers(world: World): Promise<Buyer[]> {
  const { url, person } = world.ready();
  const numbers = Array.from({ length: BUYERS }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const email = `bench-person-${number}@example.com`;
      const { api } = await signInTo({ url, person: { ...person, email } });
      return { api, customer: '', hasPlan: false, isCancelled: false };
    }),
  );
}

async function killOnce(shop: Shop, cycle: number): Promise<Outcome & { waiting: number }> {
  const { world, service, buyers, random } = shop;
  await subscribeAll(shop);
  const before = service.events.length;
  const killedAfterMs = random.between(...KILLED_AFTER_MS);
  const minds = Promise.all(buyers.map((buyer) => changeMind(shop, buyer)));
  const endOfSending = new AbortController();
  const sending = sendAtRandom(shop, endOfSending.signal);
  await wait(killedAfterMs);
  const death = await die(shop, before);
  endOfSending.abort();
  await Promise.all([sending, minds]);
  await world.start();
  const isResting = await sendTheRest(shop);
  const { problems: found, lost, doubled } = await verdictOf(shop);
  const problems = [...death.problems, ...found];
  if (!isResting) problems.push('events or their work were left over');
  const note = `killed after ${Math.round(killedAfterMs)} ms, ${death.waiting} events waited`;
  const title = `cycle ${cycle}: kill -9 while webhooks are applied`;
  return { title, problems, note, waiting: death.waiting, counts: { lost, doubled } };
}

/**
 * Kills the server and checks the database. The database would stop right after its server, so SIGSTOP holds the
 * database until the check is done.
 */
async function die({ world, service }: Shop, before: number): ReturnType<typeof checkAtDeath> {
  const [database = 0] = world.databasePids();
  try {
    return await checkAtDeath(
      world.ready().databaseUrl,
      () => service.events.slice(before),
      async () => {
        signal(database, 'SIGSTOP');
        await world.kill();
      },
    );
  } finally {
    signal(database, 'SIGCONT');
  }
}

/** Gives every buyer a plan that the portal knows, so that the following events change a plan. */
async function subscribeAll(shop: Shop): Promise<void> {
  const { service, buyers } = shop;
  const without = buyers.filter(({ hasPlan }) => !hasPlan);
  await Promise.all(
    without.map(async (buyer) => {
      const { url } = await buyer.api.call(createCheckout, { body: {} });
      await service.press(url, 'pay');
      const isPaid = ({ type, about }: PaymentEvent): boolean =>
        type === 'checkout.session.completed' && url.endsWith(about.id);
      if (!(await holdsWithin(RESTS_WITHIN_MS, () => service.events.some(isPaid)))) throw new Error('nobody paid');
      buyer.customer = service.events.find(isPaid)?.about.customer ?? '';
      buyer.hasPlan = true;
    }),
  );
  if (!(await sendTheRest(shop))) throw new Error('the plans did not begin');
}

/**
 * Changes the buyer's plan in steps. Each step results in a different plan, so the stored plan shows how far the portal
 * came.
 */
async function changeMind({ service, random }: Shop, buyer: Buyer): Promise<void> {
  const ends = random.chance(0.5);
  const steps = [buyer.isCancelled ? 'resume' : 'cancel', ...(ends ? ['end'] : [])];
  for (const [step, pauseMs] of steps.map((button) => [button, random.between(0, 80)] as const)) {
    await wait(pauseMs);
    await service.press(service.portalOf(buyer.customer), step);
  }
  buyer.isCancelled = !ends && !buyer.isCancelled;
  buyer.hasPlan = !ends;
}

/** Sends each event when it occurs, and repeats some recent events in random order in between. */
async function sendAtRandom({ world, service, random }: Shop, signal: AbortSignal): Promise<void> {
  let known = service.events.length;
  while (!signal.aborted) {
    const fresh = service.events.slice(known);
    known += fresh.length;
    const again = service.events.slice(-8).filter(() => random.chance(0.3));
    for (const event of shuffled([...fresh, ...again], random)) service.send(event, webhookOf(world));
    await wait(TELL_EVERY_MS);
  }
}

/** Sends the unanswered events, newest first, and repeats the last three events. */
async function sendTheRest({ world, service }: Shop): Promise<boolean> {
  const open = service.events.filter(({ isTaken }) => !isTaken);
  for (const event of [...service.events.slice(-3), ...open].toReversed()) service.send(event, webhookOf(world));
  return restsWithin(RESTS_WITHIN_MS, world.ready().databaseUrl, service.events);
}

async function verdictOf({ world, service, buyers }: Shop): ReturnType<typeof checkAtRest> {
  const truth = new Map<string, string>();
  for (const { customer } of buyers) truth.set(customer, await service.planOf(customer));
  const verdict = await checkAtRest(world.ready().databaseUrl, service.events, truth);
  for (const { api, hasPlan } of buyers) {
    const { subscribed } = await api.call(getSubscription, {});
    if (subscribed !== hasPlan)
      verdict.problems.push(`the portal says ${subscribed ? 'premium' : 'free'} to the wrong one`);
  }
  return verdict;
}

const webhookOf = (world: World): string => `${world.url}/api/stripe/webhook`;

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => [random.next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}
