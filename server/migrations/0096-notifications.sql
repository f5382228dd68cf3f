-- Owned by the feature notifications: messages of support staff to everyone of an audience (NOTF-02).

create table notification (
  id uuid primary key,
  title text not null check (length(title) <= 120),
  message text not null check (length(message) <= 2000),
  type text not null check (type in ('info', 'warning', 'error', 'success')),
  audience text not null check (audience in ('support', 'users', 'installers', 'all')),
  -- Null once the account is deleted.
  created_by uuid references person on delete set null,
  -- The address at that time, as staff search for it. Deleted together with the account.
  created_by_email text check (length(created_by_email) <= 254),
  created_at timestamptz not null,
  -- Null: shown until it is withdrawn.
  expires_at timestamptz,
  withdrawn_at timestamptz
);
-- The bell: the newest of an audience. The page of staff: all of them.
create index notification_created_at on notification (created_at desc, id desc);
-- Deleting an account.
create index notification_created_by on notification (created_by) where created_by is not null;

-- T48: each person reads for themselves.
create table notification_read (
  notification_id uuid not null references notification on delete cascade,
  account_id uuid not null references person on delete cascade,
  read_at timestamptz not null,
  primary key (notification_id, account_id)
);
-- The data download, and deleting an account.
create index notification_read_account on notification_read (account_id);
