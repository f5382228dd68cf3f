-- The person of a line of the timeline: the account or, without one, the contact. The name of a person who deletes the
-- account is replaced there too when the person is not in the chain.
alter table panic_step add column person_id uuid;
create index panic_step_person on panic_step (person_id) where person_id is not null;
