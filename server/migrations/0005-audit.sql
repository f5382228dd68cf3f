-- What people did: signing in and out (activity), and everything that changed or was refused (audit).

create table user_activity_logs (
  id bigint generated always as identity primary key,
  action text not null check (action in ('login', 'failed_login', 'logout', 'session_timeout')),
  -- No foreign key: the log outlives the account.
  account_id uuid,
  user_email text not null default 'unknown',
  ip_address text not null,
  user_agent text not null,
  details jsonb not null default '{}',
  -- Set on logins: the session and its person's calendar day.
  session_id uuid,
  day date,
  created_at timestamptz not null
);
-- One login event per session and day, however many pages start at once (SESS-01).
create unique index user_activity_logs_login on user_activity_logs (session_id, day) where action = 'login';
-- The newest events of all; retention takes the oldest.
create index user_activity_logs_created_at on user_activity_logs (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  -- Null: the server itself. No foreign key: the log outlives the account.
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text,
  details jsonb not null default '{}',
  request_id text,
  ip_address text,
  created_at timestamptz not null default now()
);
-- The newest 100, and the newest about one subject.
create index audit_log_created_at on audit_log (created_at);
create index audit_log_subject on audit_log (subject_type, subject_id, created_at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
