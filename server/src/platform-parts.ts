import type { Registry as MetricsRegistry } from 'prom-client';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Secrets } from '#platform/secrets/secrets';
import type { Sms } from '#platform/sms/sms';
import type { Streams } from '#platform/stream/streams';
import type { Tombstones } from '#platform/tombstones/tombstones';

/** The parts of the platform that a feature may use. */
export interface Platform {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: MetricsRegistry;
  bus: Bus;
  jobs: Jobs;
  mail: Mail;
  sms: Sms;
  secrets: Secrets;
  files: Files;
  streams: Streams;
  tombstones: Tombstones;
  processes: ServerProcesses;
  portalUrl: () => string;
}
