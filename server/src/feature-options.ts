// The parts of the server that features are built with.
import type { Registry as MetricsRegistry } from 'prom-client';
import type { AuthFeatureOptions } from '#features/auth/auth.feature';
import type { BackupsState } from '#platform/backup/backups-state';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Gateway } from '#platform/devices/gateway/gateway';
import type { Files } from '#platform/files/files';
import type { PartsHealth } from '#platform/health/parts-health';
import type { WebCertificate } from '#platform/https/web-certificate';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Secrets } from '#platform/secrets/secrets';
import type { Sms } from '#platform/sms/sms';
import type { Streams } from '#platform/stream/streams';
import type { Tombstones } from '#platform/tombstones/tombstones';
import type { Config } from './config/config.ts';

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

export interface FeatureOptions {
  platform: Platform;
  config: Config;
  passwordCost: AuthFeatureOptions['passwordCost'];
  /** Lazy, because the gateway is built after the features, whose handlers the gateway calls. */
  gateway: () => Gateway;
  parts: PartsHealth;
  writeProblem: () => string | null;
  /** The pair for HTTPS. Null: none is configured. */
  certificate: WebCertificate | null;
  backups: () => Promise<BackupsState>;
  /** The most connections of hubs that report directly. */
  mostHubConnections: number;
}
