-- SUPL-07: support's access to a location ends when its ticket is resolved or closed.

alter table location_break_glass
  drop constraint location_break_glass_ended_as_check,
  add constraint location_break_glass_ended_as_check
    check (ended_as in ('expired', 'ended', 'ground_lost', 'ticket_finished'));

-- Owned by the feature tickets: files on a message. The content is in the file store, under the id.
create table ticket_attachment (
  id uuid primary key,
  -- Null: a draft, or a file whose ticket or person is gone. The content of such a row is deleted.
  message_id uuid references ticket_message on delete set null,
  -- Only the uploader can put a draft on a message. Null: the account was deleted.
  uploaded_by uuid,
  -- As the uploader's device named it. Shown as text, never a path.
  name text not null check (length(name) between 1 and 200),
  -- Found in the content. The name says nothing about it.
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf', 'text/plain')),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  created_at timestamptz not null,
  -- Of a draft.
  expires_at timestamptz
);
-- The files of a conversation.
create index ticket_attachment_of_message on ticket_attachment (message_id, created_at, id) where message_id is not null;
-- Drafts and files to delete.
create index ticket_attachment_loose on ticket_attachment (expires_at) where message_id is null;
-- What a person uploaded, when the account is deleted.
create index ticket_attachment_of_uploader on ticket_attachment (uploaded_by) where uploaded_by is not null;

-- Owned by the feature recent-updates: the time of planned work that an announcement is about. The causes of silence read
-- it, in place of the time since the announcement.
alter table recent_updates
  add column outage_starts_at timestamptz,
  add column outage_ends_at timestamptz,
  add constraint recent_updates_outage_check check (
    (outage_starts_at is null) = (outage_ends_at is null) and outage_starts_at < outage_ends_at);
-- The planned outages, newest first.
create index recent_updates_outages on recent_updates (outage_starts_at desc)
  where is_active and outage_starts_at is not null;
