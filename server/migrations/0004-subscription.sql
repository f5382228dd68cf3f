-- Who has premium, until when. No row is the free plan.

create table subscription (
  account_id uuid primary key references person on delete cascade,
  tier text not null check (tier in ('premium')),
  -- Compared with the clock at every use: nothing has to happen at the end for it to be one.
  ends_at timestamptz not null,
  source text not null check (source in ('demo', 'staff', 'billing')),
  updated_at timestamptz not null
);
