import { alarmCodes, operationsRules as rules, type AlarmCode } from '@trace/contract/operations/operations.rules';
import type { Operations } from '@trace/contract/operations/operations.schema';

/** The measured state of all parts. */
export type Figures = Omit<Operations, 'alarms' | 'processes'>;

const olderThan = (at: string | null, ageMs: number, now: string): boolean =>
  at !== null && Date.parse(now) - Date.parse(at) > ageMs;

const endsWithin = (at: string, ms: number, now: string): boolean => Date.parse(at) - Date.parse(now) < ms;

/** SUPP-06: whether each alarm is active. The thresholds are in the contract, because the texts name them. */
const isActive: Record<AlarmCode, (figures: Figures) => boolean> = {
  mail_off: ({ mail }) => mail.state === 'off' && mail.waiting > 0,
  mail_failing: ({ mail }) => mail.state === 'failing' && mail.waiting > 0,
  mail_delayed: ({ mail, at }) => mail.state === 'ok' && olderThan(mail.oldestWaitingAt, rules.mailDelayMs, at),
  mail_undelivered: ({ mail }) => mail.failedLastDay >= rules.failedMailsPerDay,
  // A single browser whose push service is away is no trouble of the server.
  push_failing: ({ push }) => push.state === 'failing' && push.resting > 0 && push.resting * 2 >= push.browsers,
  push_late: ({ push }) => push.late > 0,
  sms_failing: ({ sms }) => sms.state === 'failing',
  hubs_failing: ({ hubs }) => hubs.state === 'failing',
  hubs_renewals: ({ hubs }) => hubs.state !== 'off' && hubs.failing + hubs.late > 0,
  hub_queue_refused: ({ hubQueue }) => hubQueue.state === 'refused',
  hub_queue_failing: ({ hubQueue }) => hubQueue.state === 'failing',
  hub_queue_silent: ({ hubQueue, at }) =>
    hubQueue.state !== 'off' && olderThan(hubQueue.lastPollAt, rules.hubQueueSilentMs, at),
  hub_queue_set_aside: ({ hubQueue }) => hubQueue.setAsideLastDay > 0,
  jobs_stopped: ({ jobs }) => !jobs.isWorking,
  jobs_late: ({ jobs }) => jobs.late > 0,
  jobs_failed: ({ jobs }) => jobs.failedLastDay > 0,
  writes_refused: ({ storage }) => storage.writeProblem !== null,
  disk_low: ({ storage: { diskBytes, freeBytes } }) =>
    diskBytes !== null && freeBytes !== null && freeBytes * 100 < diskBytes * rules.freeDiskPct,
  files_failing: ({ storage }) => storage.files === 'failing',
  backup_missing: ({ backup }) => backup.lastAt === null,
  https_ends: ({ https: { expiresAt }, at }) =>
    expiresAt !== null && Date.parse(expiresAt) - Date.parse(at) < rules.certificateMs,
  https_files: ({ https }) => https.state === 'failing',
  backup_old: ({ backup, at }) =>
    backup.mode === 'scheduled'
      ? olderThan(backup.nextAt, rules.backupLateMs, at)
      : olderThan(backup.lastAt, rules.backupMs, at),
  backup_failing: ({ backup }) => backup.isFailing,
  backup_window: ({ backup, at }) =>
    backup.mode === 'scheduled' &&
    (backup.coveredUntil === null || olderThan(backup.coveredUntil, rules.lossWindowMs, at)),
  backup_test: ({ backup }) => backup.isTestFailing,
  quarantine_grows: ({ quarantine }) => quarantine.lastHour > rules.quarantinedPerHour,
  certificates_devices: ({ certificates }) => certificates.devicesEnding > 0,
  certificates_gateway: ({ certificates, at }) => endsWithin(certificates.gatewayEndsAt, rules.certificateEndingMs, at),
  certificates_authority: ({ certificates, at }) =>
    endsWithin(certificates.authorityEndsAt, rules.authorityEndingMs, at) &&
    (certificates.nextAuthorityEndsAt === null || certificates.devicesUntrusting > 0),
  gateway_closed: ({ gateway }) => !gateway.isOpen,
  broker_failing: ({ gateway }) => gateway.broker === 'failing',
  gateway_slow: ({ gateway }) => gateway.lanes.some(({ delayMs }) => delayMs > rules.laneDelayMs),
  gateway_refusing: ({ gateway }) => gateway.refusedPerMin > rules.refusedPerMin,
};

/** Returns the active alarms in the order of the page. */
export const alarmsOf = (figures: Figures): AlarmCode[] => alarmCodes.filter((code) => isActive[code](figures));
