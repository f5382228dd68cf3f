-- Owned by the feature panic-contacts: whom a user chose to be told of a panic, and their consent (PANIC-07).

create table panic_contact (
  -- A new id after a change of an address, so that links in earlier messages end.
  id uuid primary key,
  account_id uuid not null,
  -- The place in the user's order, from 0.
  place smallint not null,
  name text not null,
  channels text[] not null check (channels <@ array['push', 'email', 'sms']),
  -- The time and the result per channel of the last test.
  last_test jsonb,
  created_at timestamptz not null
);
-- The contacts of a user, in order.
create index panic_contact_account on panic_contact (account_id, place);

-- Each address agrees by its own link, because an email address and a phone number can belong to different people.
create table panic_contact_address (
  contact_id uuid not null references panic_contact (id) on delete cascade on update cascade,
  kind text not null check (kind in ('email', 'phone')),
  address text not null,
  state text not null check (state in ('invited', 'agreed', 'declined', 'stopped')),
  allows_drills boolean not null default false,
  -- SHA-256 of the token of the invitation. Null: answered.
  token_hash bytea unique,
  expires_at timestamptz,
  invited_at timestamptz not null,
  -- The invitation could not be sent.
  is_failed boolean not null default false,
  answered_at timestamptz,
  primary key (contact_id, kind),
  check ((state = 'invited') = (token_hash is not null)),
  check ((state = 'invited') = (expires_at is not null)),
  check ((state = 'invited') = (answered_at is null))
);
-- Retention takes the oldest answers and invitations.
create index panic_contact_address_age on panic_contact_address (coalesce(answered_at, expires_at)) where state <> 'agreed';
-- Who has chosen the address of a person, for the person's data download.
create index panic_contact_address_email on panic_contact_address (address) where kind = 'email';

-- What counts toward the limits on messages to strangers. Holds keyed hashes, because an address of a stranger must not
-- outlive the contact.
create table panic_contact_message (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  -- `refusal`: the address declined or stopped, so the user cannot invite the address for a while.
  kind text not null check (kind in ('invitation', 'test', 'refusal')),
  -- Of a test: the id of the contact. Otherwise the keyed hash of the address.
  subject bytea not null,
  created_at timestamptz not null
);
-- The limit per user.
create index panic_contact_message_account on panic_contact_message (account_id, kind, created_at);
-- The limit per address, over all users.
create index panic_contact_message_subject on panic_contact_message (subject, kind, created_at);
-- Retention takes the oldest.
create index panic_contact_message_created_at on panic_contact_message (created_at);

-- What a user chose for the own panics. No row: the defaults.
create table panic_settings (
  account_id uuid primary key,
  -- A monthly test of the whole chain.
  wants_drills boolean not null default false,
  -- Besides the portal.
  channels text[] not null default array['push', 'email'] check (channels <@ array['push', 'email', 'sms'])
);
