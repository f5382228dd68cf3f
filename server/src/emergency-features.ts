// Builds the features of emergencies: panic, its contacts and its sources.
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort, OwnDevicesPort } from '#features/devices/devices.port';
import type { PanicViewsPort } from '#features/location-access/location-access.port';
import { createPanicFeature } from '#features/panic/panic.feature';
import { createPanicContactsFeature } from '#features/panic-contacts/panic-contacts.feature';
import type { PeoplePort } from '#features/people/people.port';
import { createPhonesFeature } from '#features/phones/phones.feature';
import type { PhonePlacesPort, PingPort } from '#features/ping/ping.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { FixTimesPort, ReportedPlacesPort } from '#features/tracking/tracking.port';
import type { Gateway } from '#platform/devices/gateway';
import type { Config } from './config.ts';
import type { Platform } from './platform-parts.ts';

interface EmergencyOptions {
  readonly platform: Platform;
  readonly config: Config;
  readonly gateway: () => Pick<Gateway, 'takeReports'>;
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
  readonly devices: With<DevicesPort> & { readonly own: OwnDevicesPort };
  readonly deviceStatus: With<DeviceStatusPort>;
  readonly commands: With<DeviceCommandsPort>;
  readonly deviceHealth: With<DeviceHealthPort>;
  readonly ping: With<PingPort> & { readonly phonePlaces: PhonePlacesPort };
  readonly tracking: { readonly places: ReportedPlacesPort; readonly fixes: FixTimesPort };
  readonly locationAccess: { readonly panicViews: PanicViewsPort };
  readonly alerts: { readonly personPush: PersonPushPort };
}

export function createEmergencyFeatures(
  { platform, config, gateway }: EmergencyOptions,
  { people, subscription, supportStaff, devices, commands, deviceHealth, ...others }: OtherFeatures,
) {
  const { ping, tracking, locationAccess, alerts } = others;
  const { nextContactMs, supportMs } = config.panic;
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
  const phones = createPhonesFeature({
    ...platform,
    ownDevices: devices.own,
    deviceStatus: others.deviceStatus.port,
    places: tracking.places,
    fixes: tracking.fixes,
    phonePlaces: ping.phonePlaces,
    takeReports: (...report) => gateway().takeReports(...report),
  });
  return { panicContacts, panic, phones };
}
