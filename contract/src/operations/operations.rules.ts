import { certificateRules } from '../device-protocol/certificates.rules.ts';
import { hubQueueRules } from '../hub-queue/hub-queue.rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** SUPP-06: limits of the operator's page. A value beyond a threshold is an alarm. */
export const operationsRules = {
  /** How often an open page loads the state again. A hidden page does not. */
  refreshMs: 10_000,
  /** How often one server process evaluates the alarms. */
  watchMs: 2 * MINUTE_MS,
  pageSize: 25,
  searchMaxLength: 100,
  /** An email that waits longer although a mail server is configured. */
  mailDelayMs: 10 * MINUTE_MS,
  /** Emails of the last day that were not delivered. Single bounces are mistyped addresses. */
  failedMailsPerDay: 10,
  /** A job, or a renewal of a hub link, that is late by more. */
  lateMs: 5 * MINUTE_MS,
  /** Attempts after which the renewal of a hub link counts as failing. */
  hubAttempts: 3,
  /** How long ago a failed job still is an alarm. */
  failedJobMs: DAY_MS,
  /** The process that reads the hub queue did not ask the queue for longer. */
  hubQueueSilentMs: hubQueueRules.silentMs,
  /** A certificate for HTTPS that ends earlier should have been renewed. */
  certificateMs: 30 * DAY_MS,
  freeDiskPct: 10,
  /** Without a schedule here. */
  backupMs: 7 * DAY_MS,
  /** A scheduled backup that is late by more. */
  backupLateMs: HOUR_MS,
  /** The most recent commits may be missing from the backups for so long (I-21). */
  lossWindowMs: MINUTE_MS,
  /** Messages that were quarantined in the last hour. */
  quarantinedPerHour: 100,
  quarantineWindowMs: HOUR_MS,
  /** The age of the oldest message that a lane has not stored. */
  laneDelayMs: 10_000,
  /** REG-12: certificates that end sooner. The gateway renews its own long before, so the renewal fails. */
  certificateEndingMs: certificateRules.warnMs,
  /** The time before the gateway changes to the next authority, in which all devices must trust it. */
  authorityEndingMs: certificateRules.authoritySwitchLeftMs + certificateRules.warnMs,
  /** Connections that the gateway refused or dropped in a minute. */
  refusedPerMin: 60,
} as const;

/** The parts of the page, in its order. */
export const operationsParts = [
  'mail',
  'push',
  'sms',
  'hubs',
  'hubQueue',
  'jobs',
  'storage',
  'backup',
  'https',
  'quarantine',
  'certificates',
  'gateway',
] as const;

export type OperationsPart = (typeof operationsParts)[number];

/** Every alarm with the part that it belongs to. */
export const alarmParts = {
  mail_off: 'mail',
  mail_failing: 'mail',
  mail_delayed: 'mail',
  mail_undelivered: 'mail',
  push_failing: 'push',
  push_late: 'push',
  sms_failing: 'sms',
  hubs_failing: 'hubs',
  hubs_renewals: 'hubs',
  hub_queue_refused: 'hubQueue',
  hub_queue_failing: 'hubQueue',
  hub_queue_silent: 'hubQueue',
  hub_queue_set_aside: 'hubQueue',
  jobs_stopped: 'jobs',
  jobs_late: 'jobs',
  jobs_failed: 'jobs',
  writes_refused: 'storage',
  disk_low: 'storage',
  files_failing: 'storage',
  backup_missing: 'backup',
  backup_old: 'backup',
  https_ends: 'https',
  https_files: 'https',
  backup_failing: 'backup',
  backup_window: 'backup',
  backup_test: 'backup',
  quarantine_grows: 'quarantine',
  certificates_devices: 'certificates',
  certificates_gateway: 'certificates',
  certificates_authority: 'certificates',
  gateway_closed: 'gateway',
  broker_failing: 'gateway',
  gateway_slow: 'gateway',
  gateway_refusing: 'gateway',
} as const satisfies Record<string, OperationsPart>;

export type AlarmCode = keyof typeof alarmParts;

export const alarmCodes = Object.keys(alarmParts) as [AlarmCode, ...AlarmCode[]];

export const mailStates = ['waiting', 'sent', 'failed', 'withdrawn'] as const;
export type MailState = (typeof mailStates)[number];
