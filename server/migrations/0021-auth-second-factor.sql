-- Second factors, passkeys, and what is remembered between the steps of a sign-in. Owned by the feature auth.

create table second_factor (
  person_id uuid primary key references person on delete cascade,
  -- The key that the authenticator app shares; readable with the server's own key alone.
  sealed_key text not null,
  -- Null while it is being set up: nothing is asked for yet.
  confirmed_at timestamptz,
  -- The step of 30 seconds whose code was taken last: each step is taken once.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- A code that is not there was used. Fingerprints by a key that is not in the database.
create table recovery_code (
  person_id uuid not null references second_factor on delete cascade,
  fingerprint bytea not null,
  primary key (person_id, fingerprint)
);

-- A password was right; the second step of that sign-in is still to come.
create table second_step (
  -- Of a random token that only the browser's cookie holds.
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  kind text not null check (kind in ('code', 'set_up')),
  -- The tries that the password has cost, given back when the sign-in is done.
  reserved text[] not null,
  expires_at timestamptz not null
);
-- The sweep of those that nobody finished, and the end of those of one person.
create index second_step_expires_at on second_step (expires_at);
create index second_step_person on second_step (person_id);

-- Somebody whose password was right has lost the second factor (AUTH-18). One request per person at a time.
create table second_factor_removal (
  person_id uuid primary key references second_factor on delete cascade,
  cancel_hash bytea not null unique,
  asked_at timestamptz not null,
  approved_at timestamptz
);
-- The sweep of what has become effective and of what has lapsed.
create index second_factor_removal_asked_at on second_factor_removal (asked_at);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 2048),
  public_key bytea not null,
  -- How often the authenticator says that it was used; 0 for those that do not count.
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
-- The passkeys of a person: the list in the settings, and the question of a proof.
create index passkey_person on passkey (person_id);

-- A question to a passkey that waits for its answer; the answer takes it away.
create table passkey_challenge (
  challenge_hash bytea primary key,
  kind text not null check (kind in ('add', 'sign_in', 'prove')),
  -- Null for a sign-in: nobody has said who they are.
  person_id uuid references person on delete cascade,
  expires_at timestamptz not null
);
-- The sweep of those without an answer.
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
