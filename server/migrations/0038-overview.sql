-- The installer's overview (IDASH): what it counts, and the oldest command that no device has answered.

-- Of the feature devices: whether a device says that its configuration is applied, beside the rest of its row.
alter table device_list add column configured boolean not null default false;
create index device_list_configured on device_list (scope) where configured;

create function device_list_follow_configuration() returns trigger language plpgsql as $$
begin
  update device_list set configured = new.config_applied
  where device_id = new.device_id and configured <> new.config_applied;
  return null;
end
$$;
create trigger device_list_first_configuration after insert on device_status for each row
  when (new.config_applied) execute function device_list_follow_configuration();
create trigger device_list_changed_configuration after update on device_status for each row
  when (old.config_applied <> new.config_applied) execute function device_list_follow_configuration();

-- Those that were there before.
update device_list l set configured = true
from device_status s where s.device_id = l.device_id and s.config_applied;

-- Of the feature device-commands: what has not ended, oldest first.
create index device_command_oldest on device_command (created_at, request_id) where finished_at is null;
