// How the embedded PostgreSQL is set: every commit durable, and tuned for many small writes on a modest machine.

/** Name → value, as in postgresql.conf: https://www.postgresql.org/docs/18/runtime-config.html */
export const embeddedSettings: Readonly<Record<string, string>> = {
  // Durability: acknowledged commits survive a crash and a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // Memory: modest, the operating system caches the rest.
  shared_buffers: '192MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '16MB',
  max_connections: '120',
  // Containers often have 64 MB of /dev/shm.
  dynamic_shared_memory_type: 'mmap',

  // Few, spread checkpoints: each makes the next write of every page twice as dear.
  max_wal_size: '3GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',

  // Queries are short and use keys. JIT compilation or parallel execution costs more than the query.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',

  // Small, frequent vacuums keep hot tables (jobs, latest positions) small.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_cost_limit: '1000',

  // The log is read by this program and holds no rows: errors of statements go to the client alone.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
  log_checkpoints: 'off',
  logging_collector: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
