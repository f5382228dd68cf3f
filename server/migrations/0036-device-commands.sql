-- Owned by the feature device-commands: what people give devices by the control panel (CTRL-04).

-- Which commands of a device have not ended: their number has a limit, a newer setting replaces an older one, and one
-- that was not answered is given again.
create index device_command_unfinished on device_command (serial) where finished_at is null;
