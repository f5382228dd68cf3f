-- Claims of certifications by accounts whose e-mail is not the record's (CERT-10). Owned by the feature certification.

create table certification_claim (
  id uuid primary key default gen_random_uuid(),
  certification_id uuid not null references certification on delete cascade,
  -- The claimant; null once their account is deleted. An account claims once, with its sign-up.
  person_id uuid unique references person on delete set null,
  -- The claimant's address at that time, for staff; null once the account is deleted, and where staff released a
  -- certification that was never claimed.
  claimant_email text check (length(claimant_email) <= 254),
  matched_by text not null check (matched_by in ('email', 'name', 'number')),
  -- SHA-256 of the token in the mail to the address on record; null once the claim has its outcome.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while the address on record is asked. An account whose claim has an outcome, and that holds no certification,
  -- registers and assigns nothing new.
  outcome text check (outcome in ('confirmed', 'declined', 'expired', 'taken', 'released', 'withdrawn')),
  ended_at timestamptz,
  -- When the claimant was told of the outcome.
  told_at timestamptz,
  check ((outcome is null) = (ended_at is null))
);
-- At most one claim of a certification waits, also under parallel sign-ups.
create unique index certification_claim_pending on certification_claim (certification_id) where outcome is null;
-- The limit of claims, and the newest claim of a certification.
create index certification_claim_created_at on certification_claim (certification_id, created_at);
-- The job that expires claims.
create index certification_claim_expires_at on certification_claim (expires_at) where outcome is null;
-- The job that tells claimants; few at any time.
create index certification_claim_untold on certification_claim (ended_at)
  where outcome is not null and told_at is null and person_id is not null;
