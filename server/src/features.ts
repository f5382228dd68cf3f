// Builds every feature and passes in the ports that the feature may use. The run-time counterpart of
// tools/src/feature-map.ts.
import { createAccountsFeature } from '#features/accounts/accounts.feature';
import { createActivityFeature } from '#features/activity/activity.feature';
import { createAnalyticsFeature } from '#features/analytics/analytics.feature';
import { createAuditFeature } from '#features/audit/audit.feature';
import { createAuthFeature, type AuthFeatureOptions } from '#features/auth/auth.feature';
import { createCertificationFeature } from '#features/certification/certification.feature';
import { createCompaniesFeature } from '#features/companies/companies.feature';
import { createDeviceCommandsFeature } from '#features/device-commands/device-commands.feature';
import { createDeviceFunctionsFeature } from '#features/device-functions/device-functions.feature';
import { createDeviceHealthFeature } from '#features/device-health/device-health.feature';
import { createDeviceSetupFeature } from '#features/device-setup/device-setup.feature';
import { createDeviceStatusFeature } from '#features/device-status/device-status.feature';
import { createDevicesFeature } from '#features/devices/devices.feature';
import { createFirmwareFeature } from '#features/firmware/firmware.feature';
import { createFleetFeature } from '#features/fleet/fleet.feature';
import { createHubsFeature } from '#features/hubs/hubs.feature';
import { createLocationAccessFeature } from '#features/location-access/location-access.feature';
import { createOfflineCausesFeature } from '#features/offline-causes/offline-causes.feature';
import { createMapsFeature } from '#features/maps/maps.feature';
import { createNotificationsFeature } from '#features/notifications/notifications.feature';
import { createOperationsFeature } from '#features/operations/operations.feature';
import { createPeopleFeature } from '#features/people/people.feature';
import { createPingFeature } from '#features/ping/ping.feature';
import { createRecentUpdatesFeature, type RecentUpdatesFeature } from '#features/recent-updates/recent-updates.feature';
import { createRetentionFeature } from '#features/retention/retention.feature';
import { createSupportStaffFeature } from '#features/support-staff/support-staff.feature';
import { createSubscriptionFeature } from '#features/subscription/subscription.feature';
import { createSupportDeskFeature } from '#features/support-desk/support-desk.feature';
import { createTicketsFeature } from '#features/tickets/tickets.feature';
import { createTrackingFeature } from '#features/tracking/tracking.feature';
import { inOrder, type Feature } from '#platform/feature/feature';
import type { RetentionPart } from '#platform/feature/retention-part';
import type { Gateway } from '#platform/devices/gateway';
import type { WebCertificate } from '#platform/https/web-certificate';
import type { PartsHealth } from '#platform/health/parts-health';
import type { Config } from './config.ts';
import { createEmergencyFeatures } from './emergency-features.ts';
import type { BackupsState } from '#platform/backup/backups-state';
import type { Platform } from './platform-parts.ts';
import { createAlarmHubClient } from './integrations/alarm-hub/alarm-hub.client.ts';
import { countHubCalls } from './integrations/alarm-hub/alarm-hub.counted.ts';
import { createPaymentsClient } from './integrations/payments/payments.client.ts';

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

/** Builds every feature in the order of the map. Each feature takes ports only of features built before. */
export function createFeatures(options: FeatureOptions) {
  const { platform, config } = options;
  const accountFeatures = createAccountFeatures(options);
  const deviceFeatures = createDeviceFeatures(options, accountFeatures, () =>
    features.flatMap(({ retention }) => retention ?? []),
  );
  const recentUpdates = createRecentUpdatesFeature(platform);
  const notifications = createNotificationsFeature(platform);
  const supportStaff = createSupportStaffFeature({
    ...platform,
    people: accountFeatures.people.port,
    auth: accountFeatures.auth.port,
  });
  const emergencyFeatures = createEmergencyFeatures(options, {
    ...{ ...accountFeatures, ...deviceFeatures },
    supportStaff,
  });
  const overviewFeatures = createOverviewFeatures(options, accountFeatures, deviceFeatures, {
    ...{ recentUpdates, supportStaff, notifications },
    ...{ alerts: emergencyFeatures.alerts, hubQueue: emergencyFeatures.hubQueue, panic: emergencyFeatures.panic },
  });
  const maps = createMapsFeature(config.map, platform.log);
  const { people, certification, companies, auth, subscription } = accountFeatures;
  const { devices, deviceStatus } = deviceFeatures;
  const { analytics } = overviewFeatures;
  const { panicContacts, phones, hubReceiver } = emergencyFeatures;
  const audit = createAuditFeature({ ...platform, people: people.port });
  const activity = createActivityFeature({ ...platform, people: people.port, devices: devices.activity });
  const accounts = createAccountsFeature({
    ...platform,
    people: people.port,
    auth: auth.port,
    personData: () => inOrder(features, 'personData').map(({ personData }) => personData),
  });

  // The order in which the features were built is the order in which they start.
  const features: Feature[] = [
    accountFeatures,
    deviceFeatures,
    emergencyFeatures,
    overviewFeatures,
    { maps, recentUpdates, notifications, supportStaff, audit, activity, accounts },
  ].flatMap((group) => Object.values<Feature>(group));
  return {
    ...{ features, people, certification, companies, auth, subscription },
    ...{ devices, deviceStatus, maps, recentUpdates, analytics, panicContacts, phones, hubReceiver },
    firmware: overviewFeatures.firmware,
  };
}

type AccountFeatures = ReturnType<typeof createAccountFeatures>;
type DeviceFeatures = ReturnType<typeof createDeviceFeatures>;

/** Accounts, companies, sign-in and payment. */
function createAccountFeatures({ platform, config, passwordCost }: FeatureOptions) {
  const people = createPeopleFeature(platform);
  const certification = createCertificationFeature({
    ...platform,
    people: people.port,
    trainingUrl: config.trainingUrl,
  });
  const companies = createCompaniesFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
  });
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const auth = createAuthFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
    companies: companies.port,
    isSecure: isHttps,
    // Without a certificate of this server, an https address means that a proxy passes all requests on.
    isAddressShared: isHttps && config.tls === null && config.trustProxy === false,
    isStaffSecondFactorRequired: config.staffSecondFactor,
    passwordCost: passwordCost,
  });
  const subscription = createSubscriptionFeature({
    ...platform,
    people: people.port,
    payments: config.payments === null ? null : createPaymentsClient({ ...config.payments, clock: platform.clock }),
  });
  return { people, certification, companies, auth, subscription };
}

/** Devices, access to their locations, and their messages. */
function createDeviceFeatures(
  { platform, config, gateway, parts }: FeatureOptions,
  { people, certification, companies, subscription }: AccountFeatures,
  retentionParts: () => readonly RetentionPart[],
) {
  const devices = createDevicesFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
    companies: companies.port,
    enrolment: gateway,
  });
  const locationAccess = createLocationAccessFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
    companies: companies.port,
    devices: devices.port,
    deviceHooks: devices.hooks,
  });
  const deviceStatus = createDeviceStatusFeature({ ...platform, devices: devices.port });
  const commands = createDeviceCommandsFeature({
    ...platform,
    people: people.port,
    devices: devices.port,
    deviceHooks: devices.hooks,
    deviceStatus: deviceStatus.port,
    line: gateway,
  });
  if (config.alarmHub === null) parts.switchOff('hubs');
  const hubs = createHubsFeature({
    ...platform,
    devices: devices.port,
    service:
      config.alarmHub === null
        ? null
        : countHubCalls(createAlarmHubClient({ ...config.alarmHub, clock: platform.clock }), parts.callsOf('hubs')),
  });
  const deviceSetup = createDeviceSetupFeature({
    ...platform,
    people: people.port,
    devices: devices.port,
    deviceHooks: devices.hooks,
    deviceHubs: devices.hubs,
    hubs: hubs.port,
    commands: commands.port,
  });
  const retention = createRetentionFeature({ ...platform, devices: devices.port, parts: retentionParts });
  const ping = createPingFeature({
    ...platform,
    devices: devices.port,
    deviceHooks: devices.hooks,
    deviceStatus: deviceStatus.port,
    commands: commands.port,
    subscription: subscription.port,
    access: locationAccess.port,
  });
  const tracking = createTrackingFeature({
    ...platform,
    devices: devices.port,
    deviceHooks: devices.hooks,
    ping: ping.port,
    subscription: subscription.port,
    commands: commands.port,
    access: locationAccess.port,
    retention: retention.port,
  });
  const deviceHealth = createDeviceHealthFeature({ ...platform, deviceStatus: deviceStatus.port });
  return {
    ...{ devices, locationAccess, deviceStatus, commands, hubs, deviceSetup, retention, ping, tracking },
    deviceHealth,
  };
}

interface PortalFeatures {
  recentUpdates: RecentUpdatesFeature;
  supportStaff: ReturnType<typeof createSupportStaffFeature>;
  notifications: ReturnType<typeof createNotificationsFeature>;
  alerts: ReturnType<typeof createEmergencyFeatures>['alerts'];
  hubQueue: ReturnType<typeof createEmergencyFeatures>['hubQueue'];
  panic: ReturnType<typeof createEmergencyFeatures>['panic'];
}

/** Features that read many others: tickets, the installer's table, function calls, support desk, operations. */
function createOverviewFeatures(
  { platform, config, gateway, parts, writeProblem, certificate, backups }: FeatureOptions,
  { people, certification, companies, subscription }: AccountFeatures,
  { devices, locationAccess, deviceStatus, commands, hubs, deviceSetup, ping, tracking, deviceHealth }: DeviceFeatures,
  { recentUpdates, supportStaff, notifications, alerts, hubQueue, panic }: PortalFeatures,
) {
  const offlineCauses = createOfflineCausesFeature({
    ...platform,
    devices: devices.port,
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    hubs: hubs.port,
    ...{ fixes: tracking.fixes, recentUpdates: recentUpdates.port },
    certificateEndOf: (serial) => gateway().certificates.endOf(serial),
    isGatewayOpen: () => gateway().isOpen(),
  });
  const tickets = createTicketsFeature({
    ...platform,
    locationAccess: locationAccess.tickets,
    people: people.port,
    staff: supportStaff.port,
    subscription: subscription.port,
    devices: devices.port,
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    offlineCauses: offlineCauses.port,
    supportEmail: config.mail.supportEmail,
  });
  const fleet = createFleetFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
    companies: companies.port,
    devices: devices.port,
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    commands: commands.monitor,
    isGatewayOpen: () => gateway().isOpen(),
    isWorking: () => platform.jobs.isWorking(),
    canWrite: () => writeProblem() === null,
  });
  const deviceFunctions = createDeviceFunctionsFeature({
    clock: platform.clock,
    devices: devices.service,
    deviceStatus: deviceStatus.port,
    deviceSetup: deviceSetup.port,
    commands: commands.manual,
    ping: ping.port,
    tracking: tracking.port,
  });
  const analytics = createAnalyticsFeature({
    ...platform,
    devices: devices.counts,
    deviceStatus: deviceStatus.counts,
    ping: { ...ping.counts, ...ping.port },
    places: tracking.places,
    tickets: tickets.counts,
    panic: panic.counts,
  });
  const firmware = createFirmwareFeature({
    ...platform,
    ...{ people: people.port, staff: supportStaff.port, devices: devices.port, commands: commands.port },
    notifications: notifications.port,
    ...{ motion: tracking.motion, incidents: panic.openIncidents, patience: config.firmware },
    isCertificateValid: (certificate) => gateway().isCertificateValid(certificate),
  });
  const operations = createOperationsFeature({
    ...platform,
    ...{ parts, gateway, writeProblem, certificate, backups },
    ...{ alerts: alerts.monitor, hubs: hubs.monitor, hubQueue: hubQueue.monitor },
    dataDirectory: config.dataDirectory,
  });
  const supportDesk = createSupportDeskFeature({
    ...platform,
    ...{ people: people.port, subscription: subscription.port },
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    certificatesOf: (serial) => gateway().certificates.list(serial),
  });
  return { offlineCauses, tickets, fleet, deviceFunctions, supportDesk, firmware, operations, analytics };
}
