-- People, their credentials and sessions. The identity library reads and writes these tables too.

create type person_role as enum ('user', 'installer', 'staff');

create table person (
  id uuid primary key default gen_random_uuid(),
  -- Trimmed, lower-case, NFC: normalised once, where it enters.
  email text not null unique check (length(email) <= 254 and email !~ '[A-Z[:space:]]'),
  email_verified boolean not null default false,
  first_name text not null,
  last_name text not null,
  role person_role not null,
  time_zone text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A way to prove who one is; the password's hash for now.
create table credential (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete cascade,
  provider text not null,
  -- The person's id at the provider; our own id for a password.
  provider_person_id text not null,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_person_id)
);
-- The credentials of a person, at each sign-in.
create index credential_person on credential (person_id);

create table session (
  id uuid primary key default gen_random_uuid(),
  -- Of no use without its signature, whose key is not in the database.
  token text not null unique,
  person_id uuid not null references person on delete cascade,
  address text not null,
  user_agent text not null,
  last_seen_at timestamptz not null,
  -- When a password or a passkey was last given in it.
  proved_at timestamptz not null,
  -- The absolute end, whatever the activity.
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Ending all sessions of a person. The sweep reads the whole table: it is small, and an index on last_seen_at
-- would cost every touch.
create index session_person on session (person_id);

-- Codes and tokens that are sent to a person, such as those of a reset.
create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The code that was sent to somebody.
create index verification_identifier on verification (identifier);

-- Tries to sign in, per account and per address, within a window.
create table sign_in_attempt (
  key text primary key check (length(key) <= 300),
  tries integer not null,
  ends_at timestamptz not null
);
-- The sweep of windows that are over.
create index sign_in_attempt_ends_at on sign_in_attempt (ends_at);
