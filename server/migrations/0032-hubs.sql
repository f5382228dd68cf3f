-- Owned by the feature hubs: verified accounts of the hub service, links of devices to hubs, and tries.

-- T13: stands for a sign-in at the hub service. The browser has the handle, this table its hash.
create table hub_handle (
  id bytea primary key check (length(id) = 32),
  person_id uuid not null,
  session_id uuid not null,
  hub_user_id text not null,
  -- Tokens of the hub service, sealed for this handle. Whoever renews them raises the version.
  sealed_session_token text not null,
  sealed_refresh_token text,
  token_version integer not null default 0,
  -- The hubs that the list held; null until it was asked for.
  hubs jsonb,
  expires_at timestamptz not null
);
-- The sweep, and what a leaving person had.
create index hub_handle_expires_at on hub_handle (expires_at);

create table hub_link (
  device_id integer not null references device (id) on delete cascade,
  -- T08: what was linked before, for going back.
  is_previous boolean not null default false,
  -- Another link of the same device to the same hub is another one.
  link_id uuid not null,
  hub_id text not null,
  hub_name text not null,
  hub_user_id text,
  -- HUB-08: the one secret that is kept, sealed for this device; null where the service gave none, or once it ended.
  sealed_refresh_token text,
  token_version integer not null default 0,
  linked_by uuid,
  linked_at timestamptz not null,
  -- HUB-07
  broken_since timestamptz,
  next_renewal_at timestamptz,
  renewal_attempts integer not null default 0,
  -- Until when one process alone renews it.
  renewing_until timestamptz,
  constraint hub_link_key primary key (device_id, is_previous) deferrable initially immediate
);
-- Links that are due for a renewal.
create index hub_link_renewal on hub_link (next_renewal_at) where not is_previous and next_renewal_at is not null;
-- What a leaving person linked.
create index hub_link_linked_by on hub_link (linked_by);

-- T12: tries to verify credentials, by person and by address. Failures make growing pauses.
create table hub_try (
  key text primary key,
  tries integer not null,
  window_ends_at timestamptz not null,
  failures integer not null default 0,
  failed_at timestamptz,
  paused_until timestamptz
);
-- The sweep.
create index hub_try_window on hub_try (window_ends_at);

-- Owned by devices: how the hub of a device is called, beside its id.
alter table device add column hub_name text;
