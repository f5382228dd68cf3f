-- Owned by the feature tickets: what people ask support for (IDASH-05).

-- Numbers ascend and are given once, whoever asks at the same time; one that is rolled back leaves a gap.
create sequence ticket_number start 1001;

create table ticket (
  id uuid primary key,
  number bigint not null unique default nextval('ticket_number'),
  -- Null: the person has left.
  account_id uuid,
  subject text not null,
  description text not null,
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  -- How the device was when it was written: no position, no secret.
  device jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz
);

alter sequence ticket_number owned by ticket.number;

-- A person's own tickets, newest first.
create index ticket_of_person on ticket (account_id, number desc);
