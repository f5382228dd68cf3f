-- Waiting commands are read together with those that were sent without a PUBACK (device_command_unfinished), so no query
-- can use this index.
drop index device_command_waiting;
