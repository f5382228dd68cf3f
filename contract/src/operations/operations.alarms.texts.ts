import { certificateRules } from '../device-protocol/certificates.rules.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import { operationsRules as rules, type AlarmCode } from './operations.rules.ts';

interface AlarmWords {
  readonly title: string;
  /** The next step. */
  readonly action: string;
}

/** SUPP-06: what each alarm means and what to do. */
export const alarmTexts: Record<AlarmCode, AlarmWords> = {
  mail_off: {
    title: 'Emails wait because no mail server is configured',
    action: 'Set SMTP_URL and MAIL_FROM and restart the server. Until then, read waiting emails here.',
  },
  mail_failing: {
    title: 'The mail server does not accept emails',
    action: 'Check SMTP_URL and the mail server. The server retries by itself. Emails show the last error.',
  },
  mail_delayed: {
    title: `An email has waited for more than ${rules.mailDelayMs / MINUTE_MS} minutes`,
    action: 'Open the waiting emails, read the last error and send them again once the cause is fixed.',
  },
  mail_undelivered: {
    title: `${rules.failedMailsPerDay} or more emails were not delivered in the last day`,
    action: 'Open the emails that were not delivered. If the errors are alike, check MAIL_FROM, SPF and DKIM.',
  },
  push_failing: {
    title: 'Push services do not accept messages',
    action: 'Check that the server reaches the internet on port 443. The server retries by itself.',
  },
  push_late: {
    title: `Push messages are late by more than ${rules.lateMs / MINUTE_MS} minutes`,
    action: 'Check the jobs. If no job runs, restart the server.',
  },
  sms_failing: {
    title: 'The SMS gateway does not accept messages',
    action:
      'Check SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN and the account at the gateway. Panic contacts get no SMS until then.',
  },
  hubs_failing: {
    title: 'The hub service does not answer',
    action: 'Check ALARM_HUB_URL and ALARM_HUB_KEY. Linking hubs fails until the service answers.',
  },
  hubs_renewals: {
    title: 'Hub links could not be renewed',
    action: 'Check the hub service. The server retries by itself. A link breaks when its token expires.',
  },
  hub_queue_refused: {
    title: 'The hub queue refuses this server',
    action:
      'Check the AJAX_SQS settings with the hub service and restart the server. Events of hubs wait in the queue.',
  },
  hub_queue_failing: {
    title: 'The hub queue does not answer',
    action:
      'Check that the server reaches the queue on port 443. Events wait in the queue. The server retries by itself.',
  },
  hub_queue_silent: {
    title: `No server process read the hub queue for more than ${rules.hubQueueSilentMs / MINUTE_MS} minutes`,
    action: 'Check the database connection in the log and restart the server.',
  },
  hub_queue_set_aside: {
    title: 'Messages of the hub queue were set aside in the last day',
    action: 'Open the page Panic System and read the reasons. Events that failed are processed again by themselves.',
  },
  jobs_stopped: {
    title: 'This server runs no jobs',
    action: 'Check the database connection in the log. Restart the server if it does not recover.',
  },
  jobs_late: {
    title: `Jobs are late by more than ${rules.lateMs / MINUTE_MS} minutes`,
    action: 'Look at the kinds of late jobs. If no job runs, restart the server.',
  },
  jobs_failed: {
    title: 'Jobs failed in the last day',
    action: 'Open the failed jobs, fix the cause and retry them.',
  },
  writes_refused: {
    title: 'The database refuses writes',
    action: 'Free disk space, or check the database server. Writes resume by themselves.',
  },
  disk_low: {
    title: `Less than ${rules.freeDiskPct}% of the disk is free`,
    action: 'Free space or enlarge the disk. When the disk is full, trackers and pages get refused.',
  },
  files_failing: {
    title: 'The file store does not answer',
    action: 'Check FILES_URL and the bucket. Logos, attachments and firmware images are missing until then.',
  },
  backup_missing: {
    title: 'No backup yet',
    action: 'Make a backup as described below, or set BACKUP_DIRECTORY so that the server makes them.',
  },
  backup_old: {
    title: 'The last backup is too old',
    action: `Backups by schedule: read the log for the reason. Others: make one at least every ${rules.backupMs / DAY_MS} days, or set BACKUP_DIRECTORY.`,
  },
  backup_failing: {
    title: 'The last backup failed',
    action:
      'Read the log for the reason, then check the space and the rights of BACKUP_DIRECTORY. The server retries by itself.',
  },
  backup_window: {
    title: `More than ${rules.lossWindowMs / SECOND_MS} seconds of data are missing from the backups`,
    action: 'Check the space and the speed of BACKUP_DIRECTORY. The server catches up by itself.',
  },
  backup_test: {
    title: 'A backup could not be restored on trial',
    action: 'Read the log for the reason. Make a backup by hand and restore it on another machine.',
  },
  https_ends: {
    title: `The HTTPS certificate ends in less than ${rules.certificateMs / DAY_MS} days`,
    action: 'Renew the files of TLS_CERT and TLS_KEY. The server takes them within a minute.',
  },
  https_files: {
    title: 'The new HTTPS certificate cannot be used',
    action: 'Read the reason in the log and correct the files of TLS_CERT and TLS_KEY. The previous pair serves on.',
  },
  quarantine_grows: {
    title: `More than ${rules.quarantinedPerHour} messages were quarantined in the last hour`,
    action: 'Open the messages and look for one device or one firmware version.',
  },
  certificates_devices: {
    title: `The certificate of a device ends within ${rules.certificateEndingMs / DAY_MS} days`,
    action:
      'A device renews by itself when it connects. Run npm run registry -- ending for the list, and have these devices switched on.',
  },
  certificates_gateway: {
    title: `The certificate of the device gateway ends within ${rules.certificateEndingMs / DAY_MS} days`,
    action: 'The server renews it by itself and has failed. Read the log for the gateway and restart the server.',
  },
  certificates_authority: {
    title: 'Devices do not trust the next certificate authority yet',
    action: `They cannot connect after the change ${certificateRules.authoritySwitchLeftMs / DAY_MS} days before the end of the current one. Have them switched on, and update firmware that does not renew.`,
  },
  gateway_closed: {
    title: 'Trackers cannot connect to this server',
    action: 'Read the log for the gateway and restart the server.',
  },
  broker_failing: {
    title: 'The MQTT broker is not connected',
    action: 'Check the broker and MQTT_URL. Trackers behind the broker wait there. The server reconnects by itself.',
  },
  gateway_slow: {
    title: `Device messages wait for more than ${rules.laneDelayMs / SECOND_MS} seconds`,
    action: 'Check the load and the locks of the database. No message is lost.',
  },
  gateway_refusing: {
    title: `The gateway refuses more than ${rules.refusedPerMin} connections per minute`,
    action: 'Read the log for the addresses. Raise DEVICE_PENDING_PER_ADDRESS behind a load balancer.',
  },
};
