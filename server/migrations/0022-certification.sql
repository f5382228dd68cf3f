-- Owned by the feature certification: who passed the training, loaded by staff; each serves one account.

create table certification (
  id uuid primary key default gen_random_uuid(),
  -- Upper-case without spaces, as it is compared; one record per number in whatever spelling.
  number text not null unique check (length(number) <= 40),
  full_name text not null check (length(full_name) <= 200),
  -- The name as it is compared: lower-case, single spaces.
  name_key text not null,
  email text not null check (length(email) <= 254 and email !~ '[A-Z[:space:]]'),
  -- Null: it does not end by itself.
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  -- One certification serves one account, and an account has one, also under parallel sign-ups (CERT-08).
  person_id uuid unique references person on delete set null,
  bound_at timestamptz,
  -- How the account was found to be its holder; a number was typed by hand and wants a second look (T40).
  matched_by text check (matched_by in ('email', 'name', 'number')),
  -- When its holder was told that it has ended.
  told_at timestamptz
);
-- An applicant by e-mail, then by name (CERT-03).
create index certification_email on certification (email);
create index certification_name on certification (name_key);
-- Holders who may have to be told that theirs has ended; few at any time.
create index certification_untold on certification (expires_at) where person_id is not null and told_at is null;

-- Look-ups by strangers, per address, within a window.
create table certification_check (
  key text primary key check (length(key) <= 100),
  tries integer not null,
  ends_at timestamptz not null
);
-- The sweep of windows that are over.
create index certification_check_ends_at on certification_check (ends_at);
