// Builds the features that notify people of what happens to devices: alerts, panic, its contacts and its sources.
import { createAlertsFeature } from '#features/alerts/alerts.feature';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { AssignmentsPort, DeviceHooksPort, DevicesPort, OwnDevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { AccessAnswersPort, PanicViewsPort } from '#features/location-access/location-access.port';
import { createHubReceiverFeature } from '#features/hub-receiver/hub-receiver.feature';
import { createHubQueueFeature } from '#features/hub-queue/hub-queue.feature';
import { createPanicFeature } from '#features/panic/panic.feature';
import { createPanicContactsFeature } from '#features/panic-contacts/panic-contacts.feature';
import type { PeoplePort } from '#features/people/people.port';
import { createPhonesFeature } from '#features/phones/phones.feature';
import type { PhonePlacesPort, PingPort } from '#features/ping/ping.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { FixTimesPort, ReportedPlacesPort } from '#features/tracking/tracking.port';
import type { Gateway } from '#platform/devices/gateway';
import { createPush } from '#platform/push/push';
import type { PartsHealth } from '#platform/health/parts-health';
import type { Config } from './config.ts';
import { openHubQueue } from './integrations/hub-queue/hub-queue.open.ts';
import type { Platform } from './platform-parts.ts';

interface EmergencyOptions {
  readonly platform: Platform;
  readonly config: Config;
  readonly parts: PartsHealth;
  readonly mostHubConnections: number;
  gateway(): Pick<Gateway, 'isOpen' | 'takeReports'>;
}

/** A feature with its port. */
interface With<Port> {
  readonly port: Port;
}

/** The features that were built before, by their names in features.ts. */
interface OtherFeatures {
  readonly people: With<PeoplePort>;
  readonly subscription: With<SubscriptionPort>;
  readonly supportStaff: With<SupportStaffPort>;
  readonly devices: With<DevicesPort & AssignmentsPort> & {
    readonly hooks: DeviceHooksPort;
    readonly own: OwnDevicesPort;
  };
  readonly commands: With<DeviceCommandsPort>;
  readonly deviceStatus: With<DeviceStatusPort>;
  readonly deviceHealth: With<DeviceHealthPort>;
  readonly hubs: With<HubsPort>;
  readonly ping: With<PingPort> & { readonly phonePlaces: PhonePlacesPort };
  readonly tracking: { readonly places: ReportedPlacesPort; readonly fixes: FixTimesPort };
  readonly locationAccess: { readonly panicViews: PanicViewsPort; readonly answers: AccessAnswersPort };
}

export function createEmergencyFeatures(
  { platform, config, parts, gateway, mostHubConnections }: EmergencyOptions,
  { people, subscription, supportStaff, devices, commands, deviceHealth, ...others }: OtherFeatures,
) {
  const { deviceStatus, hubs, ping, tracking, locationAccess } = others;
  const { nextContactMs, supportMs } = config.panic;
  const alerts = createAlertsFeature({
    ...platform,
    people: people.port,
    devices: devices.port,
    deviceStatus: deviceStatus.port,
    deviceHealth: deviceHealth.port,
    hubs: hubs.port,
    accessAnswers: locationAccess.answers,
    push: createPush({
      database: platform.database,
      secrets: platform.secrets,
      keys: config.push.keys,
      contact: () =>
        platform.portalUrl().startsWith('https:') ? platform.portalUrl() : `mailto:${addressIn(config.mail.from)}`,
      standIn: config.push.standIn,
      calls: parts.callsOf('push'),
    }),
    isListening: () => gateway().isOpen(),
  });
  const panicContacts = createPanicContactsFeature({
    ...platform,
    people: people.port,
    push: alerts.personPush,
    subscription: subscription.port,
    timing: { nextContactMs, supportMs },
  });
  const panic = createPanicFeature({
    ...platform,
    people: people.port,
    devices: devices.port,
    hubs: hubs.port,
    subscription: subscription.port,
    contacts: panicContacts.port,
    staff: supportStaff.port,
    commands: commands.port,
    deviceHealth: deviceHealth.port,
    places: tracking.places,
    ping: ping.port,
    push: alerts.personPush,
    views: locationAccess.panicViews,
    settings: config.panic,
  });
  const hubQueue = createHubQueueFeature({
    ...platform,
    hubs: hubs.port,
    panic: panic.port,
    queue: openHubQueue(config.hubQueue, parts),
    pollSec: config.hubQueuePollSec,
  });
  const hubReceiver = createHubReceiverFeature({
    ...platform,
    ...{ people: people.port, devices: devices.port, deviceHooks: devices.hooks, hubs: hubs.port, alerts: alerts.port },
    panic: panic.port,
    ...{ parts, listen: config.hubReceiver, mostConnections: mostHubConnections },
  });
  const phones = createPhonesFeature({
    ...platform,
    ...{ ownDevices: devices.own, deviceStatus: deviceStatus.port },
    ...{ places: tracking.places, fixes: tracking.fixes, phonePlaces: ping.phonePlaces },
    takeReports: (...report) => gateway().takeReports(...report),
  });
  return { alerts, panicContacts, panic, hubQueue, hubReceiver, phones };
}

/** The address in `Name <address>`. */
const addressIn = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;
