-- HLTH-02: the health page of support staff reads all devices by status, and devices with a reason for a warning.

-- Of the feature devices: the devices of each status, the most recently seen first.
create index device_list_health on device_list (status_rank, seen_ms, device_id) include (replaced);
-- A battery or a signal under 20 %: steps of 5 and of 20 (0061-device-list-sorts.sql).
create index device_list_low on device_list (device_id) where battery_step < 4 or signal_step = 0;

-- Of the feature device-health: the errors of the last 24 hours, of all devices.
create index device_log_recent_errors on device_log (received_at, device_id) where level = 'error';
