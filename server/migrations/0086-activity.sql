-- Owned by the feature activity: support staff read the newest events of 30 days and search them (SUPP-01).

-- The newest registrations and assignments.
create index device_registered_at on device (registered_at desc, id desc);
create index device_assignment_assigned_at on device_assignment (assigned_at desc, id desc);

-- Sign-ins by a part of the email. The extension may be missing, as 0037-device-list.sql says.
do $$
declare
  place text;
begin
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format('create index user_activity_logs_email on user_activity_logs using gin (lower(user_email) %I.gin_trgm_ops)', place);
  end if;
end
$$;
