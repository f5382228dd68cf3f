-- The live server processes. Unlogged: each process writes its row every few seconds, so a crash of the database loses nothing.
create unlogged table server_process (
  id uuid primary key,
  name text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  is_stopping boolean not null default false,
  device_connections int not null,
  open_streams int not null
);
