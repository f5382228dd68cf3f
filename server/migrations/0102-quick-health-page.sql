-- HLTH-02: the health page read all devices with a reason for a warning, to find the 25 that it shows. Now an index has
-- them in the order of the page.

-- Of the feature devices: the UTC day, counted from 1970, of the newest error that the device logged. 0: none. A day is
-- written once, so a device that logs errors all day leaves its row unchanged.
alter table device_list add column error_day integer not null default 0;

create function error_day_of(received_at timestamptz) returns integer language sql immutable parallel safe as $$
  select floor(extract(epoch from received_at) / 86400)::integer
$$;

-- Locks the status before the list, the order that all transactions keep (0044-order-of-locks.sql).
create function device_list_follow_errors() returns trigger language plpgsql as $$
declare
  ids integer[] := array(
    select l.device_id from device_list l join logged e on e.device_id = l.device_id and e.level = 'error'
    group by l.device_id having max(error_day_of(e.received_at)) > l.error_day);
begin
  if ids = '{}' then
    return null;
  end if;
  perform from device_status where device_id = any(ids) order by device_id for update;
  perform from device_list where device_id = any(ids) order by device_id for update;
  update device_list l set error_day = e.day
  from (select device_id, max(error_day_of(received_at)) as day from logged where level = 'error' group by device_id) e
  where l.device_id = any(ids) and e.device_id = l.device_id and e.day > l.error_day;
  return null;
end
$$;
create trigger device_list_new_errors after insert on device_log
  referencing new table as logged for each statement execute function device_list_follow_errors();

-- Older errors are no reason for a warning any more.
update device_list l set error_day = e.day
from (select device_id, max(error_day_of(received_at)) as day from device_log
  where level = 'error' and received_at > now() - interval '2 days' group by device_id) e
where e.device_id = l.device_id;

-- Warnings: a battery or a signal under 20 %, and devices without either that logged an error on a day. Steps of 5 and
-- of 20 (0061-device-list-sorts.sql).
drop index device_list_low;
create index device_list_low on device_list (seen_ms, device_id)
  where status_rank >= 3 and (battery_step < 4 or signal_step = 0) and not replaced;
create index device_list_errors on device_list (error_day, seen_ms, device_id)
  where status_rank >= 3 and battery_step >= 4 and signal_step <> 0 and not replaced and error_day > 0;

-- Of the feature device-health: read only by the former statement.
drop index device_log_recent_errors;
