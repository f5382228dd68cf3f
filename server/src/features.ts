// Builds every feature and passes in the ports that the feature may use, with the files of the groups
// (`device-features.ts` and the like). The run-time counterpart of tools/src/feature-map.ts.
import { createAccountsFeature } from '#features/accounts/accounts.feature';
import { createActivityFeature } from '#features/activity/activity.feature';
import { createAuditFeature } from '#features/audit/audit.feature';
import { createMapsFeature } from '#features/maps/maps.feature';
import { createNotificationsFeature } from '#features/notifications/notifications.feature';
import { createRecentUpdatesFeature } from '#features/recent-updates/recent-updates.feature';
import { inOrder, type Feature } from '#platform/feature/feature';
import { createAccountFeatures } from './account-features.ts';
import { createDeviceFeatures } from './device-features.ts';
import { createEmergencyFeatures } from './emergency-features.ts';
import type { FeatureOptions } from './feature-options.ts';
import { createOverviewFeatures } from './overview-features.ts';

/** Builds every feature in the order of the map. Each feature takes ports only of features built before. */
export function createFeatures(options: FeatureOptions) {
  const { platform, config } = options;
  const accountFeatures = createAccountFeatures(options);
  const deviceFeatures = createDeviceFeatures(options, accountFeatures, () =>
    features.flatMap(({ retention }) => retention ?? []),
  );
  const recentUpdates = createRecentUpdatesFeature(platform);
  const notifications = createNotificationsFeature(platform);
  const emergencyFeatures = createEmergencyFeatures(options, accountFeatures, deviceFeatures);
  const overviewFeatures = createOverviewFeatures(options, accountFeatures, deviceFeatures, {
    ...emergencyFeatures,
    ...{ recentUpdates, notifications },
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
    { maps, recentUpdates, notifications, audit, activity, accounts },
  ].flatMap((group) => Object.values<Feature>(group));
  return {
    ...{ features, people, certification, companies, auth, subscription },
    ...{ devices, deviceStatus, maps, recentUpdates, analytics, panicContacts, phones, hubReceiver },
    firmware: overviewFeatures.firmware,
  };
}
