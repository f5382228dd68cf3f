-- Owned by the feature auth. The codes that were mailed to an address, for sign-ups of the same address that came after
-- the limit of mails. The fingerprint is of the address and the code, by a key that is not in the database.
create table mailed_sign_up_code (
  fingerprint bytea primary key,
  expires_at timestamptz not null
);
-- The sweep of codes that have expired.
create index mailed_sign_up_code_expires_at on mailed_sign_up_code (expires_at);

-- False when the limit of mails to the address was used up: the codes that were mailed to the address then work.
alter table sign_up add column is_code_mailed boolean not null default true;

-- Owned by the feature companies. Mails with invitations of employees, for the limit per address of all companies
-- together.
create table company_invitation_mail (
  id bigint generated always as identity primary key,
  -- SHA-256 of the address: counting needs no address.
  address bytea not null,
  sent_at timestamptz not null
);
create index company_invitation_mail_address on company_invitation_mail (address, sent_at);
-- The sweep.
create index company_invitation_mail_sent_at on company_invitation_mail (sent_at);
