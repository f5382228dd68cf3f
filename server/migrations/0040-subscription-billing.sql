-- Plans that are paid for: who is whom at the payment service, what it says of their plan, and which of its events came.

-- Premium that is given (demo, staff) and premium that is paid stand beside each other; the longer one counts.
alter table subscription add column granted_until timestamptz;
alter table subscription add column billed_until timestamptz;
update subscription set granted_until = ends_at;
alter table subscription drop column ends_at;
-- Compared with the clock at every use: nothing has to happen at the end for it to be one.
alter table subscription add column ends_at timestamptz not null
  generated always as (greatest(granted_until, billed_until)) stored;
-- Who gave `granted_until`.
alter table subscription alter column source drop not null;
alter table subscription drop constraint subscription_source_check;
alter table subscription add constraint subscription_source_check
  check (source in ('demo', 'staff') and (source is null) = (granted_until is null));

create table billing_customer (
  id bigint generated always as identity primary key,
  -- One customer per person. Null: the account has ended; the rest stays for the tax office and names nobody.
  account_id uuid unique references person on delete set null,
  -- Null until the payment service has made one.
  customer_id text unique,
  -- Somebody opens a checkout until then; another one has to wait.
  busy_until timestamptz,
  -- Part of the idempotency key: the same until the payment service has answered, then another.
  attempt int not null default 0,
  -- The checkout that was opened last.
  checkout_id text,
  checkout_at timestamptz,
  plan_id text,
  plan_status text,
  period_ends_at timestamptz,
  -- When the plan ends for good; null while it renews.
  plan_ends_at timestamptz,
  next_try_at timestamptz,
  -- When what stands here was asked for.
  read_at timestamptz,
  -- Counts the changes: what was asked for before somebody else's change is not written over it.
  version int not null default 0
);

-- Plans whose time is over and of which nobody has asked since.
create index billing_customer_period_ends_at on billing_customer (period_ends_at) where plan_id is not null;

create table billing_event (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  customer_id text not null,
  received_at timestamptz not null,
  -- Null: stored and not yet applied.
  applied_at timestamptz
);

-- What waits to be applied, by customer.
create index billing_event_waiting on billing_event (customer_id) where applied_at is null;
