-- An email that the check before sending refuses is no failed delivery.
alter table mail
  drop constraint mail_state_check,
  add constraint mail_state_check check (state in ('waiting', 'sent', 'failed', 'withdrawn'));
