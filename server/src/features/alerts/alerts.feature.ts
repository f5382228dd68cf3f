// Alerts other than panic: low battery, silence, power cut, tampering, a broken hub link, a silent hub, a location
// request and its answer.
// Notifies users and installers by portal, email and push, as each chose. No message contains a position.
// Rows ALRT-01, LOCREQ-02, LOCREQ-05.
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { AccessAnswersPort } from '#features/location-access/location-access.port';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { Push } from '#platform/push/push';
import { createCauses } from './lifecycle/alerts.lifecycle.service.ts';
import { deliverJobs } from './delivery/alerts.delivery-planning.service.ts';
import { createDelivery } from './delivery/alerts.delivery.service.ts';
import { checkMails } from './delivery/alerts.mail-check.service.ts';
import { notifyOfAnswer } from './alerts.answers.service.ts';
import { pushRequests } from './alerts.requests.service.ts';
import { notifyOfSupportAccess } from './alerts.notices.service.ts';
import { alertsChanged } from './alerts.events.ts';
import { defineAlertsJobs } from './alerts.jobs.ts';
import { createAlertList } from './alerts.list.service.ts';
import { countBrowsers } from './delivery/alerts.push-concurrency.store.ts';
import type { AlertCausesPort, AlertsMonitor, PersonPushPort } from './alerts.port.ts';
import type { PeopleDependencies } from './alerts.people.service.ts';
import { alertsPersonData } from './alerts.person-data.service.ts';
import { createPersonPush } from './delivery/alerts.person-push.service.ts';
import { createPushDelivery } from './delivery/alerts.push-delivery.service.ts';
import { createBrowserPush } from './delivery/alerts.push.service.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createAlertSettings } from './alerts.settings.service.ts';
import { watchSilence } from './lifecycle/alerts.silence.service.ts';
import { createTestSender } from './delivery/alerts.test-message.service.ts';
import { createTurns } from './delivery/alerts.push-concurrency.service.ts';

export interface AlertsDependencies extends PeopleDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  mail: Mail;
  push: Push;
  devices: DevicesPort;
  deviceStatus: Pick<DeviceStatusPort, 'lockStatus' | 'onConditions' | 'takeLongSilent'>;
  deviceHealth: Pick<DeviceHealthPort, 'onEvents'>;
  hubs: Pick<HubsPort, 'onBroken' | 'onRelinked'>;
  accessAnswers: AccessAnswersPort;
  /** Devices can reach this server. */
  isListening(): boolean;
  portalUrl(): string;
}

export function createAlertsFeature(dependencies: AlertsDependencies): Feature & {
  readonly port: AlertCausesPort;
  readonly monitor: AlertsMonitor;
  readonly personPush: PersonPushPort;
} {
  const { database, clock, jobs, deviceStatus, deviceHealth, hubs } = dependencies;
  dependencies.accessAnswers.onAnswer(notifyOfAnswer(dependencies));
  dependencies.accessAnswers.onSupportAccess(notifyOfSupportAccess(dependencies));
  const causes = createCauses(dependencies);
  const browserPush = createBrowserPush(dependencies);
  const personPush = createPersonPush({ database, browserPush });
  pushRequests(dependencies, personPush);
  const turns = createTurns(dependencies);
  const push = createPushDelivery({ ...dependencies, browserPush, turns });
  const deliver = createDelivery({ ...dependencies, push });
  checkMails(dependencies);
  defineAlertsJobs(jobs, { deliver, causes, sweepTurns: turns.sweep });
  deviceStatus.onConditions(causes.onConditions);
  deviceHealth.onEvents(causes.onEvents);
  hubs.onBroken((tx, { deviceId, brokenSince }) =>
    causes.begin(tx, [{ deviceId, kind: 'hub_broken', startedAt: brokenSince, expiresAt: null }]),
  );
  hubs.onRelinked(async (tx, deviceId, link) => {
    const since = link?.brokenSince ?? null;
    if (since === null) return causes.end(tx, deviceId, 'hub_broken');
    // This transaction goes on to change the device, so the device status must be locked before any alert delivery
    // (decision 016).
    await deviceStatus.lockStatus(tx, [deviceId]);
    await causes.begin(tx, [{ deviceId, kind: 'hub_broken', startedAt: since, expiresAt: null }]);
  });
  return {
    name: 'alerts',
    port: { begin: (tx, cause) => causes.begin(tx, [{ ...cause, expiresAt: null }]), end: causes.end },
    monitor: { pushJob: deliverJobs.push.name, countBrowsers: () => countBrowsers(database.sql, clock.now()) },
    personPush,
    routes: alertsRoutes(
      createAlertList(dependencies),
      createAlertSettings(dependencies),
      createTestSender({ ...dependencies, personPush }),
    ),
    durableEvents: [alertsChanged],
    personData: alertsPersonData,
    // Deletes personal data after `devices` does: the status of a device is locked before its alerts (decision 016).
    after: { personData: ['devices'] },
    start: (): Stop => watchSilence({ ...dependencies, causes }),
  };
}
