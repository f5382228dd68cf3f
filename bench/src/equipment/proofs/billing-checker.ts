// Compares the state of the payment service with the billing rows that the portal has stored.
import type pg from 'pg';
import { lookInto } from './checker.ts';
import type { PaymentEvent } from '../outside/payments.ts';
import { planText } from '../outside/payments.ts';
import { holdsWithin } from '../until.ts';

const EVENTS = 'select id, applied_at is not null as "isApplied" from billing_event';
const PLANS = `
  select customer_id as customer, account_id as account, plan_id as id, plan_status as status,
    extract(epoch from plan_ends_at)::float8 as "endsAtSec"
  from billing_customer where customer_id is not null`;
const CHANGES = `
  select subject_id as account, details->>'plan' as id, details->>'status' as status,
    extract(epoch from (details->>'endsAt')::timestamptz)::float8 as "endsAtSec"
  from audit_log where action = 'subscription.change' order by audit_log.id`;
const END_MAILS = `select split_part(key, ':', 2) as plan from mail where key like 'plan-ended:%'`;
const LEFT = `select count(*)::int as count from job where name = 'subscription.read'`;
/** As if the server had been down for longer than a worker may be silent. */
const OUTLIVE_LEASES = 'update job set leased_until = now() where leased_until > now()';
/** Counts the other client backends: 0 once the dead server's connections have finished. */
const OTHERS = `
  select count(*)::int as count from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;
const DIES_WITHIN_MS = 5_000;

interface Plan {
  readonly account: string;
  readonly id: string;
  readonly status: string;
  readonly endsAtSec: number | null;
}

/**
 * Kills the server and checks the stored state: every event that counts as applied is in the plan.
 * @param newEvents the events since all work was at rest, each with a different plan
 */
export function checkAtDeath(databaseUrl: string, newEvents: () => readonly PaymentEvent[], kill: () => Promise<void>) {
  return lookInto(databaseUrl, async (client) => {
    await kill();
    await holdsWithin(DIES_WITHIN_MS, async () => (await all<{ count: number }>(client, OTHERS))[0]?.count === 0);
    const stored = await isAppliedById(client);
    const problems: string[] = [];
    for (const { customer, ...plan } of await all<Plan & { customer: string }>(client, PLANS)) {
      const ofCustomer = newEvents().filter((event) => event.about.customer === customer && event.plan !== null);
      const from = ofCustomer.findLastIndex(({ id }) => stored.get(id) === true);
      // The portal's answer from the payment service is at least as new as the newest event that counts as applied.
      const isInPlan = ofCustomer.slice(Math.max(from, 0)).some((event) => event.plan === planText(plan));
      if (from >= 0 && !isInPlan)
        problems.push(`an event counts as applied, the plan is '${planText(plan)}' without it`);
    }
    await client.query(OUTLIVE_LEASES);
    return { waiting: [...stored.values()].filter((isApplied) => !isApplied).length, problems };
  });
}

/** Every event is taken, stored and applied, and no work is left. */
export function restsWithin(waitMs: number, databaseUrl: string, events: readonly PaymentEvent[]): Promise<boolean> {
  return lookInto(databaseUrl, (client) =>
    holdsWithin(waitMs, async () => {
      const stored = await isAppliedById(client);
      const [left] = await all<{ count: number }>(client, LEFT);
      return events.every(({ id, isTaken }) => isTaken && stored.get(id) === true) && left?.count === 0;
    }),
  );
}

/** @param truth the newest plan of each customer, as the payment service reports it */
export function checkAtRest(databaseUrl: string, events: readonly PaymentEvent[], truth: ReadonlyMap<string, string>) {
  return lookInto(databaseUrl, async (client) => {
    const stored = await isAppliedById(client);
    const plans = await all<Plan & { customer: string }>(client, PLANS);
    const changes = await all<Plan>(client, CHANGES);
    const mails = (await all<{ plan: string }>(client, END_MAILS)).map(({ plan }) => plan);
    const problems: string[] = [];
    let doubled = 0;
    const missing = events.filter(({ id }) => !stored.has(id)).length;
    const waiting = events.filter(({ id }) => stored.get(id) === false).length;
    if (missing > 0) problems.push(`${missing} events are not stored`);
    if (waiting > 0) problems.push(`${waiting} events are stored and never applied`);
    for (const { customer, ...plan } of plans) {
      const text = planText(plan);
      const written = changes.filter(({ account }) => account === plan.account).map(planText);
      if (text !== truth.get(customer)) problems.push(`the plan is '${text}', not '${truth.get(customer)}'`);
      const isRepeated = written.some((one, index) => one === written[index - 1]);
      if (isRepeated) problems.push(`a change is audited twice: ${text}`);
      if (isRepeated) doubled += 1;
      if (written.at(-1) !== text) problems.push(`the audit ends with '${written.at(-1)}', the plan is '${text}'`);
    }
    const ended = events.filter(({ type }) => type === 'customer.subscription.deleted').map(({ about }) => about.id);
    for (const id of ended) {
      const mailed = mails.filter((plan) => plan === id).length;
      const audited = changes.filter((change) => change.id === id && change.status === 'canceled').length;
      if (mailed !== 1) problems.push(`${mailed} emails announce the end of ${id}`);
      if (audited !== 1) problems.push(`the end of ${id} is audited ${audited} times`);
      if (Math.max(mailed, audited) > 1) doubled += 1;
    }
    return { problems, lost: missing + waiting, doubled };
  });
}

async function isAppliedById(client: pg.Client): Promise<Map<string, boolean>> {
  const rows = await all<{ id: string; isApplied: boolean }>(client, EVENTS);
  return new Map(rows.map(({ id, isApplied }) => [id, isApplied]));
}

async function all<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}
