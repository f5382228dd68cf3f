-- Ended accounts and certificates, by a keyed hash that names nobody. The server stores the names beside the backups too, so
-- that a restored older database ends them again.
create table tombstone (
  name text primary key check (name ~ '^tombstones/(account|certificate)/[0-9a-f]{64}$'),
  created_at timestamptz not null,
  -- Null: not stored outside of the database yet.
  stored_at timestamptz,
  -- Null: found outside of the database after a restore, and not compared with the accounts and certificates yet.
  applied_at timestamptz
);

create index tombstone_unstored on tombstone (name) where stored_at is null;
create index tombstone_unapplied on tombstone (name) where applied_at is null;
create index tombstone_created_at on tombstone (created_at);
