-- Owned by the feature companies: companies, who belongs to them, who has been invited, and their logos.

-- A picture that the server made of an upload.
create table company_logo (
  id uuid primary key default gen_random_uuid(),
  company_id uuid,
  uploaded_by uuid not null,
  -- While no company shows it: when it is forgotten.
  expires_at timestamptz,
  check ((company_id is null) = (expires_at is not null))
);
-- One logo per company.
create unique index company_logo_company on company_logo (company_id) where company_id is not null;
-- The sweep of what no company shows.
create index company_logo_expires_at on company_logo (expires_at) where expires_at is not null;

create table company (
  id uuid primary key default gen_random_uuid(),
  -- By immutable id: a recycled or re-cased address inherits nothing. An owner's account cannot be removed.
  owner_id uuid not null unique references person (id),
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  phone text check (length(phone) <= 40),
  website text check (length(website) <= 300 and website ~* '^https?://'),
  abn_acn text check (abn_acn ~ '^([0-9]{9}|[0-9]{11})$'),
  address text check (length(address) <= 300),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- The list of all companies, the newest first.
create index company_created_at on company (created_at, id);

alter table company_logo add foreign key (company_id) references company (id);

-- An employee (the owner is one), or an address that has been invited.
create table company_membership (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id) on delete cascade,
  -- Null while the invited address has not been met with an account that confirmed it.
  person_id uuid references person (id) on delete cascade,
  -- As it was invited: trimmed, lower-case, NFC. Null for who came by a link.
  email text check (length(email) <= 254),
  status text not null check (status in ('pending', 'accepted', 'declined')),
  invited_at timestamptz not null,
  responded_at timestamptz,
  -- Counts the mails of the invitation: each is sent once.
  mails integer not null default 0,
  check (status <> 'accepted' or person_id is not null),
  check (email is not null or person_id is not null),
  unique (company_id, person_id)
);
-- A person belongs to one company at a time, also under parallel requests (COMP-09).
create unique index company_membership_one on company_membership (person_id) where status = 'accepted';
-- An address is invited once per company; also finds the invitations of an address.
create unique index company_membership_email on company_membership (email, company_id) where person_id is null;
-- The invitations of a person; the end of an account.
create index company_membership_person on company_membership (person_id);

-- The owner is always one of the company's people: nobody can be made owner who is not, nor leave while being it.
alter table company add constraint company_owner_belongs
  foreign key (id, owner_id) references company_membership (company_id, person_id) deferrable initially deferred;

-- A user who came by a company's link. One company at a time.
create table company_customer (
  person_id uuid primary key references person (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  joined_at timestamptz not null
);
-- The end of a company.
create index company_customer_company on company_customer (company_id);

create table company_invitation (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id) on delete cascade,
  -- SHA-256 of 256 random bits; the token itself is sealed, for those who may read the link again.
  token_hash bytea not null unique check (length(token_hash) = 32),
  sealed_token text not null,
  made_by uuid not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  uses integer not null default 0,
  ended_at timestamptz
);
-- One active link per company, also under parallel requests (COMP-07).
create unique index company_invitation_active on company_invitation (company_id) where ended_at is null;

-- COMP-06: deleting a company frees its devices in the same transaction.
update device set company_id = null where company_id is not null;
alter table device add constraint device_company foreign key (company_id) references company (id) on delete set null;
-- Freeing, counting and listing the devices of a company.
create index device_company on device (company_id) where company_id is not null;
