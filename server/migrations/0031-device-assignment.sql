-- Owned by the feature devices: assignments that wait for an address, and devices that were taken from their user.

-- An assignment by an address that nobody has confirmed yet waits: it has an address and no account, and counts as
-- the device's one assignment. `assigned_at` becomes the moment when it takes effect.
alter table device_assignment
  alter column account_id drop not null,
  add column email text check (length(email) <= 254),
  -- When it was last looked for somebody who has confirmed the address.
  add column looked_at timestamptz,
  add constraint device_assignment_to check ((account_id is null) = (email is not null));
-- What waits for an address that is confirmed.
create index device_assignment_email on device_assignment (email) where account_id is null;
-- The sweep of what waits, the longest unlooked first.
create index device_assignment_looked_at on device_assignment (looked_at nulls first) where account_id is null;

-- Authorization.md (a): an assignment that anyone but its user ended. Until the user gives the device back or its claim
-- code is shown again, nobody sees where it is. Kept by serial: removing and registering again opens nothing.
create table device_taken (
  id bigint generated always as identity primary key,
  serial text not null,
  -- Whose device it was; null when the assignment never took effect, or that account is gone.
  former_account uuid,
  since timestamptz not null,
  ended_by uuid
);
create unique index device_taken_serial on device_taken (lower(serial));
-- What a person has not given back.
create index device_taken_former_account on device_taken (former_account) where former_account is not null;

-- Law 6: its installer sees positions from here on; null where that is since it was registered or its last user left.
alter table device add column seen_since timestamptz;

-- T58: how many mails about assignments an address got lately.
create table device_assignment_mail (
  id bigint generated always as identity primary key,
  -- SHA-256 of the address: counting needs no address.
  address bytea not null,
  sent_at timestamptz not null
);
create index device_assignment_mail_address on device_assignment_mail (address, sent_at);
-- The sweep.
create index device_assignment_mail_sent_at on device_assignment_mail (sent_at);

-- A device that a company leaves behind is its registrant's again, who may have left the company long before: nothing
-- that it recorded in between is theirs.
create function device_seen_since_freed() returns trigger language plpgsql as $$
begin
  new.seen_since := clock_timestamp();
  return new;
end $$;
create trigger device_freed before update of company_id on device for each row
  when (old.company_id is not null and new.company_id is null) execute function device_seen_since_freed();
