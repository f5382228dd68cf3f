-- Personal data that nothing reads. The positions of events (feature device-health) and of answered commands (feature
-- device-commands) stay in position alone. The columns stay, because old server processes write them during an upgrade.
update device_event set lat = null, lng = null where lat is not null;
update device_command set result = result - 'location' where result ? 'location';
-- Messages of hubs that were processed (feature hub-queue) name people and rooms.
update hub_queue_event set body = '' where outcome in ('alerted', 'stored') and body <> '';

-- Positions of removed devices (feature tracking). A device that ever reported has a status.
insert into job (name, payload, key)
select 'tracking.erase', jsonb_build_object('deviceId', device_id, 'from', '1970-01-01T00:00:00.000Z',
  'until', to_char(now() at time zone 'UTC' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), device_id || ' removed'
from device_status where not exists (select from device where device.id = device_status.device_id);

-- Of the feature subscription: {amount, currency, interval} of the plan. Null: read before this column. The last statement,
-- so that its lock does not wait for the statements above.
alter table billing_customer add column plan_price jsonb;
