-- Owned by the feature audit: support staff read the log in pages, the newest first, and search it (AUD-01).

-- A search looks up the matching actions, types and actors first, then takes the newest entries of each.
create index audit_log_action on audit_log (action, id desc);
create index audit_log_subject_type on audit_log (subject_type, id desc);
create index audit_log_actor on audit_log (actor_id, id desc) where actor_id is not null;
-- Target ids are found by their beginning. The operator class serves LIKE in every collation.
create index audit_log_subject_id on audit_log (lower(subject_id) text_pattern_ops, id desc) where subject_id is not null;

-- The pages are in the order of ids, and retention follows the chain.
drop index audit_log_created_at;
drop index audit_log_subject;
