-- Owned by the feature tracking: the positions of a device in one day (UTC) as a row of arrays, in the order of
-- (at, boot, seq). The same index in each array is one position. A position is either a row of `position` or an element
-- here (decision 045). A partition per day, as `position` has.
create table position_packed (
  device_id integer not null,
  day date not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  positions integer not null,
  at timestamptz[] not null,
  boot bigint[] not null,
  seq bigint[] not null,
  lat double precision[] not null,
  lng double precision[] not null,
  speed_mps real[] not null,
  course_deg real[] not null,
  altitude_m real[] not null,
  accuracy_m real[] not null,
  satellites smallint[] not null,
  skewed boolean[] not null,
  received_at timestamptz[] not null,
  primary key (device_id, day),
  constraint position_packed_order check (
    cardinality(at) = positions and cardinality(lat) = positions and cardinality(lng) = positions
    and at[1] = first_at and at[positions] = last_at)
) partition by range (day);

-- The packed positions of archived days, beside `position_archive`.
create table position_archive_packed (like position_packed including all) partition by range (day);
