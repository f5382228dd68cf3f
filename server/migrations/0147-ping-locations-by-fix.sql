-- History shows a ping location at the time of its fix.
create index ping_location_fix on ping_location (device_id, least(at, fix_at));
