// Builds the features that read many others: tickets, the installer's table, function calls, support desk, operations.
import { createAnalyticsFeature } from '#features/analytics/analytics.feature';
import { createDeviceFunctionsFeature } from '#features/device-functions/device-functions.feature';
import { createFirmwareFeature } from '#features/firmware/firmware.feature';
import { createFleetFeature } from '#features/fleet/fleet.feature';
import { createOfflineCausesFeature } from '#features/offline-causes/offline-causes.feature';
import type { createNotificationsFeature } from '#features/notifications/notifications.feature';
import { createOperationsFeature } from '#features/operations/operations.feature';
import type { RecentUpdatesFeature } from '#features/recent-updates/recent-updates.feature';
import { createSupportDeskFeature } from '#features/support-desk/support-desk.feature';
import { createTicketsFeature } from '#features/tickets/tickets.feature';
import type { AccountFeatures } from './account-features.ts';
import type { DeviceFeatures } from './device-features.ts';
import type { EmergencyFeatures } from './emergency-features.ts';
import type { FeatureOptions } from './feature-options.ts';

interface PortalFeatures extends Pick<EmergencyFeatures, 'alerts' | 'hubQueue' | 'panic'> {
  recentUpdates: RecentUpdatesFeature;
  notifications: ReturnType<typeof createNotificationsFeature>;
}

export function createOverviewFeatures(
  { platform, config, gateway, parts, writeProblem, certificate, backups }: FeatureOptions,
  { people, certification, companies, supportStaff, subscription }: AccountFeatures,
  { devices, locationAccess, deviceStatus, commands, hubs, deviceSetup, ping, tracking, deviceHealth }: DeviceFeatures,
  { recentUpdates, notifications, alerts, hubQueue, panic }: PortalFeatures,
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
