-- Owned by the feature tickets: a ticket is a conversation (SUPP-02, SUPP-03).

alter table ticket
  -- Staff who opened the ticket for a person. Null: the person wrote it.
  add column created_by uuid,
  -- Staff who look after it.
  add column assignee_id uuid,
  -- The plan when the person last wrote: a queue that changed its order with each payment could not be paged.
  add column is_premium boolean not null default false,
  -- The serial of the device, also where its state could not be attached.
  add column serial text,
  add column first_answer_at timestamptz,
  -- Since when the person waits for an answer. Null: support has answered or finished.
  add column waiting_since timestamptz;

update ticket set serial = device ->> 'serialNumber',
  waiting_since = case when status in ('open', 'in_progress') then created_at end;

-- The order of the staff's queue: unfinished first, then priority, then premium. Finished ones have no priority any more.
alter table ticket
  add column queue_rank smallint not null generated always as (
    case when status in ('resolved', 'closed') then 100
      else (case priority when 'urgent' then 0 when 'high' then 2 when 'medium' then 4 else 6 end)
        + (case when is_premium then 0 else 1 end) end) stored,
  -- Unfinished ones by age, finished ones newest first. Numbers ascend with age.
  add column queue_place bigint not null generated always as (
    case when status in ('resolved', 'closed') then -number else number end) stored;

-- The staff's queue, and one page of it.
create index ticket_queue on ticket (queue_rank, queue_place);
create index ticket_queue_of_status on ticket (status, queue_rank, queue_place);

create table ticket_message (
  id uuid primary key,
  -- Orders messages of one instant.
  nth bigint not null generated always as identity,
  ticket_id uuid not null references ticket on delete cascade,
  -- Null: the author has left.
  author_id uuid,
  is_staff boolean not null,
  -- A note is for staff only.
  kind text not null check (kind in ('answer', 'note', 'status', 'assignment')),
  -- Of an answer or a note.
  text text,
  -- Of a change of the status or the assignment: the new one.
  status text check (status in ('open', 'in_progress', 'resolved', 'closed')),
  assignee_id uuid,
  created_at timestamptz not null,
  check ((kind in ('answer', 'note')) = (text is not null)),
  check ((kind = 'status') = (status is not null))
);
-- A ticket's conversation in order.
create index ticket_message_of_ticket on ticket_message (ticket_id, nth);
-- What a person wrote, when the account is deleted.
create index ticket_message_of_author on ticket_message (author_id);
