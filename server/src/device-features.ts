// Builds the features of devices, of access to their locations, and of their messages.
import { createDeviceCommandsFeature } from '#features/device-commands/device-commands.feature';
import { createDeviceHealthFeature } from '#features/device-health/device-health.feature';
import { createDeviceSetupFeature } from '#features/device-setup/device-setup.feature';
import { createDeviceStatusFeature } from '#features/device-status/device-status.feature';
import { createDevicesFeature } from '#features/devices/devices.feature';
import { createHubsFeature } from '#features/hubs/hubs.feature';
import { createLocationAccessFeature } from '#features/location-access/location-access.feature';
import { createPingFeature } from '#features/ping/ping.feature';
import { createRetentionFeature } from '#features/retention/retention.feature';
import { createTrackingFeature } from '#features/tracking/tracking.feature';
import type { RetentionPart } from '#platform/feature/retention-part';
import { createAlarmHubClient } from './integrations/alarm-hub/alarm-hub.client.ts';
import { countHubCalls } from './integrations/alarm-hub/alarm-hub.counted.ts';
import type { AccountFeatures } from './account-features.ts';
import { isAddressShared } from './config/config.ts';
import type { FeatureOptions } from './feature-options.ts';

export type DeviceFeatures = ReturnType<typeof createDeviceFeatures>;

export function createDeviceFeatures(
  { platform, config, gateway, parts }: FeatureOptions,
  { people, certification, companies, supportStaff, subscription }: AccountFeatures,
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
    staff: supportStaff.port,
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
    isAddressShared: isAddressShared(config),
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
