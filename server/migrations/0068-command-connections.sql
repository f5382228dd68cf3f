-- Owned by the feature device-commands: which connection a command was sent over. A command without a PUBACK is sent again
-- over a connection with a higher number. Null: not sent, or sent before this column.

alter table device_command add column sent_connection bigint;
