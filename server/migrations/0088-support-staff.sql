-- Owned by the feature support-staff: which staff accounts are active, and which manage the others (SUPP-04).
-- Auth reads is_active with each session, so that a deactivation takes effect at the next request (T27).

create table support_staff (
  account_id uuid primary key references person on delete cascade,
  is_active boolean not null default true,
  is_admin boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

insert into support_staff (account_id, is_admin, created_at, updated_at)
select id, row_number() over (order by created_at, id) = 1, created_at, updated_at from person where role = 'staff';

-- Every staff account has its row, whichever flow makes the account. The first account manages the others.
create function add_support_staff() returns trigger language plpgsql as $$
begin
  insert into support_staff (account_id, is_admin, created_at, updated_at)
  values (new.id, not exists (select from support_staff), new.created_at, new.created_at);
  return null;
end
$$;

create trigger person_is_support_staff after insert on person
  for each row when (new.role = 'staff') execute function add_support_staff();

-- A sign-in can begin a session while the account is being deactivated. The lock orders the two: either the session is
-- there when the deactivation ends all sessions, or the session is not stored. The sign-in then finds no session.
create function skip_session_of_inactive_staff() returns trigger language plpgsql as $$
begin
  if exists (select from person where id = new.person_id and role = 'staff') then
    perform from support_staff where account_id = new.person_id and is_active for share;
    if not found then return null; end if;
  end if;
  return new;
end
$$;

create trigger session_of_active_staff before insert on session
  for each row execute function skip_session_of_inactive_staff();
