-- Sign-ups that wait for their confirmation, and links of forgotten passwords. Owned by the feature auth.

-- What a person may keep of themselves beyond their name.
alter table person
  -- E.164, such as +61491570156.
  add column phone text check (phone ~ '^\+[1-9][0-9]{4,14}$'),
  -- An installer's Company until membership in one replaces it.
  add column business_name text check (length(business_name) <= 80),
  -- Null for those whom the server's own flows made.
  add column terms_accepted_at timestamptz;

-- Nobody yet: a person is made when the code is typed. So several may wait for one address, each with its own password
-- and code, and whoever owns the mailbox decides by typing a code into the browser that began theirs.
create table sign_up (
  id uuid primary key default gen_random_uuid(),
  -- Normalised as in person; it may be one that has an account, and then no code is ever sent.
  email text not null check (length(email) <= 254 and email !~ '[A-Z[:space:]]'),
  first_name text not null,
  last_name text not null,
  role person_role not null check (role in ('user', 'installer')),
  phone text not null,
  business_name text,
  password_hash text not null,
  time_zone text not null,
  -- The certification that was proved, how, and the number that was typed for it.
  certification_id uuid,
  certification_match text,
  certification_number text,
  invitation_id uuid,
  -- A fingerprint by a key that is not in the database: eight digits are soon guessed without one.
  code_fingerprint bytea not null,
  code_tries integer not null default 0,
  code_expires_at timestamptz not null,
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null,
  -- An installer waits with a proved certification or not at all (CERT-06).
  check ((role = 'installer') = (certification_id is not null and business_name is not null))
);
-- The newest of an address when somebody signs in with it; the others of an address that was confirmed.
create index sign_up_email on sign_up (email, created_at);
-- The sweep of those that nobody confirmed.
create index sign_up_created_at on sign_up (created_at);

create table password_reset (
  -- What asked for it: work that is done twice makes one link.
  request_id uuid primary key,
  -- Of a random token that stands in the mail alone.
  token_hash bytea not null unique,
  -- One link at a time: a newer one replaces it.
  person_id uuid not null unique references person on delete cascade,
  expires_at timestamptz not null
);
-- The sweep of links that nobody used.
create index password_reset_expires_at on password_reset (expires_at);
