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

-- Owned by the feature devices. True until the user of an assignment by email has seen the device. Until then the table
-- shows an account like an address without one, so that no installer learns whose address it is.
alter table device_assignment add column is_unseen boolean not null default false;

-- As before (0044), but the name and the account of a user who has not looked are left out.
create or replace function write_device_list(ids integer[]) returns void language plpgsql as $$
begin
  perform from device_status where device_id = any(ids) order by device_id for update;
  perform from device_list where device_id = any(ids) order by device_id for update;
  insert into device_list as l (device_id, scope, account_id, user_name, user_email, assignment,
    name, name_key, words, registered_ms, status, network, seen_ms)
  select d.id, coalesce(d.company_id, d.registered_by), a.account_id, case when not a.is_unseen then nullif(trim(u.first_name || ' ' || u.last_name), '') end,
    coalesce(u.email, a.email),
    case when a.id is null then 'none' when a.account_id is null or a.is_unseen then 'waiting' else 'assigned' end,
    shown.name, lower(shown.name),
    raw.words || regexp_replace(raw.words, '[^[:alnum:]]+', ' ', 'g'),
    floor(extract(epoch from d.registered_at) * 1000)::bigint,
    word.status, device_network_word(word.status, coalesce(s.connected, false), s.network_type),
    device_seen_ms(word.status, s.heard_at, coalesce(s.silence_told, false))
  from device d
    left join device_assignment a on a.device_id = d.id and a.ended_at is null
    left join person u on u.id = a.account_id
    left join device_status s on s.device_id = d.id
    cross join lateral (select coalesce(d.nickname, 'Device ' || d.serial) as name) shown
    cross join lateral (select lower(concat_ws(' ', '', d.serial, d.nickname, d.hub_id,
      case when not a.is_unseen then concat_ws(' ', u.first_name, u.last_name) end,
      coalesce(u.email, a.email))) as words) raw
    cross join lateral (select device_status_word(s.heard_at, s.reported, coalesce(s.silence_told, false)) as status) word
  where d.id = any(ids)
  order by d.id
  on conflict (device_id) do update set
    scope = excluded.scope, account_id = excluded.account_id, user_name = excluded.user_name, user_email = excluded.user_email,
    assignment = excluded.assignment, name = excluded.name, name_key = excluded.name_key, words = excluded.words
  where (l.scope, l.account_id, l.user_name, l.user_email, l.assignment, l.name, l.words) is distinct from
    (excluded.scope, excluded.account_id, excluded.user_name, excluded.user_email, excluded.assignment, excluded.name, excluded.words);
end
$$;
