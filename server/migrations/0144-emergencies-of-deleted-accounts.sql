-- An emergency whose wearer deletes the account ends with an outcome of its own.
alter table panic_incident
  drop constraint panic_incident_outcome_check,
  add constraint panic_incident_outcome_check
    check (outcome in ('helped', 'safe', 'false_alarm', 'test', 'expired', 'account_deleted'));
