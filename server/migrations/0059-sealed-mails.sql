-- Of platform/mail. Sign-in codes and links of a mail that waits are sealed with the secret key, and go once it is sent or
-- given up. Mails that waited before this migration keep `text` and `html` until then, a day at most.
-- The first statement locks the table (ACCESS EXCLUSIVE) for an instant; the second one locks the rows that it changes.
alter table mail
  add column sealed text,
  alter column text drop not null;
update mail set text = null, html = null where state <> 'waiting';
