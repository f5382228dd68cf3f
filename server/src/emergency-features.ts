// Builds the features that notify people of what happens to devices: alerts, panic, its contacts and its sources.
import { createAlertsFeature } from '#features/alerts/alerts.feature';
import { createHubReceiverFeature } from '#features/hub-receiver/hub-receiver.feature';
import { createHubQueueFeature } from '#features/hub-queue/hub-queue.feature';
import { createPanicFeature } from '#features/panic/panic.feature';
import { createPanicContactsFeature } from '#features/panic-contacts/panic-contacts.feature';
import { createPhonesFeature } from '#features/phones/phones.feature';
import { createPush } from '#platform/push/push';
import type { AccountFeatures } from './account-features.ts';
import type { DeviceFeatures } from './device-features.ts';
import type { FeatureOptions } from './feature-options.ts';
import { openHubQueue } from './integrations/hub-queue/hub-queue.open.ts';

export type EmergencyFeatures = ReturnType<typeof createEmergencyFeatures>;

export function createEmergencyFeatures(
  { platform, config, parts, gateway, mostHubConnections }: FeatureOptions,
  { people, supportStaff, subscription }: AccountFeatures,
  { devices, commands, deviceStatus, deviceHealth, hubs, ping, tracking, locationAccess }: DeviceFeatures,
) {
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
    deviceHooks: devices.hooks,
    hubs: hubs.port,
    subscription: subscription.port,
    contacts: panicContacts.port,
    staff: supportStaff.port,
    commands: commands.port,
    manualCommands: commands.manual,
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
