-- Owned by the feature tickets. Photos tell where they were taken, so metadata is removed from uploaded files.
-- Null: the file was stored before, or by an old server process during an upgrade, and waits for the cleaning.
-- False: the server cannot read the picture. Only the uploader gets a file that is not cleaned.
alter table ticket_attachment add column is_cleaned boolean;
update ticket_attachment set is_cleaned = true where media_type = 'text/plain';
create index ticket_attachment_uncleaned on ticket_attachment (created_at) where is_cleaned is null;
