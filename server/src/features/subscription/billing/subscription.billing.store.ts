import type { Price } from '@trace/contract/subscription/subscription.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The stored state of a person at the payment service. */
export interface BillingCustomer {
  readonly id: number;
  /** null: the account has ended. */
  readonly accountId: string | null;
  readonly customerId: string | null;
  readonly attempt: number;
  readonly checkoutId: string | null;
  readonly planId: string | null;
  readonly planStatus: string | null;
  readonly periodEndsAt: Date | null;
  readonly planEndsAt: Date | null;
  readonly planPrice: Price | null;
  readonly nextTryAt: Date | null;
  readonly readAt: Date | null;
  readonly version: number;
}

/** The plan as just read from the payment service. */
export interface PlanRow {
  readonly id: string;
  readonly status: string;
  readonly periodEndsAt: Date;
  readonly endsAt: Date | null;
  readonly price: Price | null;
  readonly nextTryAt: Date | null;
}

const columns = sql`id::float8 as id, account_id, customer_id, attempt, checkout_id, plan_id, plan_status,
  period_ends_at, plan_ends_at, plan_price, next_try_at, read_at, version`;

export async function findCustomerOf(executor: Executor, accountId: string): Promise<BillingCustomer | undefined> {
  const { rows } = await sql<BillingCustomer>`
    select ${columns} from billing_customer where account_id = ${accountId}`.execute(executor);
  return rows[0];
}

export async function findCustomer(executor: Executor, id: number): Promise<BillingCustomer | undefined> {
  const { rows } = await sql<BillingCustomer>`
    select ${columns} from billing_customer where id = ${id}`.execute(executor);
  return rows[0];
}

export async function findCustomerByName(executor: Executor, customerId: string): Promise<BillingCustomer | undefined> {
  const { rows } = await sql<BillingCustomer>`
    select ${columns} from billing_customer where customer_id = ${customerId}`.execute(executor);
  return rows[0];
}

/** Returns the customers without a row. */
export async function listUnknown(executor: Executor, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${[...customerIds]}::text[]) given (id)
    where not exists (select from billing_customer where customer_id = given.id)`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Gives a locked account the customer. Returns the row, or null when the account has another customer. */
export async function insertCustomer(tx: Executor, accountId: string, customerId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into billing_customer as known (account_id, customer_id) values (${accountId}, ${customerId})
    on conflict (account_id) do update set customer_id = excluded.customer_id
      where known.customer_id is null
    returning id::float8 as id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Stores the customer of a deleted account and returns the row. */
export async function insertFormerCustomer(tx: Executor, customerId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into billing_customer (customer_id) values (${customerId})
    on conflict (customer_id) do update set customer_id = excluded.customer_id
    returning id::float8 as id`.execute(tx);
  return rows[0]!.id;
}

/** Takes the person's row for opening a checkout. Returns undefined while another call has the turn. */
export async function takeTurn(
  executor: Executor,
  accountId: string,
  { at, until }: { at: Date; until: Date },
): Promise<BillingCustomer | undefined> {
  const { rows } = await sql<BillingCustomer>`
    insert into billing_customer as known (account_id, busy_until) values (${accountId}, ${until})
    on conflict (account_id) do update set busy_until = excluded.busy_until
      where known.busy_until is null or known.busy_until <= ${at}
    returning ${columns}`.execute(executor);
  return rows[0];
}

/** Ends the turn. The next turn repeats the same calls. */
export async function keepTurn(executor: Executor, id: number): Promise<void> {
  await sql`update billing_customer set busy_until = null where id = ${id}`.execute(executor);
}

/** Ends the turn and counts the attempt, so the next call to the payment service is a new call. */
export async function endTurn(executor: Executor, id: number): Promise<void> {
  await sql`
    update billing_customer set busy_until = null, attempt = attempt + 1 where id = ${id}`.execute(executor);
}

/** False when the account has ended meanwhile, or has another customer. An adoption may have stored the same customer. */
export async function updateCustomerId(executor: Executor, id: number, customerId: string): Promise<boolean> {
  const { rows } = await sql`
    update billing_customer set customer_id = ${customerId}
    where id = ${id} and account_id is not null and (customer_id is null or customer_id = ${customerId}) returning 1`.execute(
    executor,
  );
  return rows.length > 0;
}

/**
 * Clears the row of a customer that the payment service does not know. Such a customer has no checkout or plan there.
 */
export async function resetCustomer(executor: Executor, id: number): Promise<void> {
  await sql`
    update billing_customer set customer_id = null, checkout_id = null, plan_id = null, plan_status = null,
      period_ends_at = null, plan_ends_at = null, plan_price = null, next_try_at = null, version = version + 1
    where id = ${id}`.execute(executor);
}

/** False when the account has ended meanwhile. */
export async function updateCheckout(executor: Executor, id: number, checkoutId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update billing_customer set checkout_id = ${checkoutId}, checkout_at = ${at}
    where id = ${id} and account_id is not null returning 1`.execute(executor);
  return rows.length > 0;
}

/**
 * Returns false if another call wrote since `version` was read. The given plan may then be older than the stored plan.
 */
export async function updatePlan(
  tx: Executor,
  { id, version }: BillingCustomer,
  plan: PlanRow | null,
  readAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update billing_customer set plan_id = ${plan?.id ?? null}, plan_status = ${plan?.status ?? null},
      period_ends_at = ${plan?.periodEndsAt ?? null}, plan_ends_at = ${plan?.endsAt ?? null},
      plan_price = ${plan?.price ? JSON.stringify(plan.price) : null}::jsonb, next_try_at = ${plan?.nextTryAt ?? null}, read_at = ${readAt}, version = version + 1
    where id = ${id} and version = ${version} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Keeps the customer but removes the link to the account. */
export async function forgetCustomerOf(tx: Executor, accountId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update billing_customer set account_id = null, version = version + 1
    where account_id = ${accountId} and customer_id is not null returning id::float8 as id`.execute(tx);
  await sql`delete from billing_customer where account_id = ${accountId}`.execute(tx);
  return rows[0]?.id;
}

export async function updateAnonymised(tx: Executor, id: number, at: Date): Promise<void> {
  await sql`update billing_customer set anonymised_at = ${at} where id = ${id}`.execute(tx);
}

/**
 * Lists the customers to read each day: customers with a plan that is not over, or with a checkout opened since
 * `checkoutsSince`, and former users whose data the payment service still has.
 */
export async function listForDay(executor: Executor, checkoutsSince: Date, after: number, limit: number) {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from billing_customer
    where id > ${after} and customer_id is not null
      and (plan_status not in ('canceled', 'incomplete_expired') or checkout_at > ${checkoutsSince}
        or (account_id is null and anonymised_at is null))
    order by id limit ${limit}`.execute(executor);
  return rows.map((row) => row.id);
}

/** Lists the customers whose paid time is over and who have not been read since `askedBefore`. */
export async function listOverdue(executor: Executor, at: Date, askedBefore: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from billing_customer
    where plan_id is not null and period_ends_at <= ${at} and read_at < ${askedBefore}
      and plan_status not in ('canceled', 'incomplete_expired')
    order by period_ends_at limit ${limit}`.execute(executor);
  return rows.map((row) => row.id);
}
