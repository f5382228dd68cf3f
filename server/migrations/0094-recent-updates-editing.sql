-- Support staff edit updates in the portal (UPD-01).
alter table recent_updates
  -- Null for an update from the console, and once the account is deleted.
  add column created_by uuid references person on delete set null,
  -- The address at that time, as the page shows it. Deleted together with the account.
  add column created_by_email text check (length(created_by_email) <= 254),
  add column updated_at timestamptz,
  -- Counts the edits, so that an edit of an old version is refused and no edit is lost.
  add column version integer not null default 1;
update recent_updates set updated_at = published_at;
alter table recent_updates alter column updated_at set not null;
-- The manager's list: all updates, newest first.
create index recent_updates_all on recent_updates (published_at desc, id desc);
-- Deleting an account.
create index recent_updates_created_by on recent_updates (created_by) where created_by is not null;
