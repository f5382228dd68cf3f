// Where devices are and were: positions are stored once, pushed to the people who may follow, and drawn as a path of 24
// hours.
// Serves premium users, installers of devices without a user, and holders of a grant. Keeps devices in live mode while
// followed.
// Rows LIVE, PATH.
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { AssignmentsPort, DeviceHooksPort, DevicesPort } from '#features/devices/devices.port';
import type { LocationAccessPort } from '#features/location-access/location-access.port';
import type { PingPort } from '#features/ping/ping.port';
import type { RetentionPort } from '#features/retention/retention.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Feature } from '#platform/feature/feature';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Streams } from '#platform/stream/streams';
import { archiveOldestDay, dropOldestArchivedDay } from './ingest/tracking.partition.store.ts';
import { deleteOldRepeats } from './ingest/tracking.repeats.store.ts';
import { createErasure } from './tracking.erasure.service.ts';
import { createAccessEnds } from './live/tracking.access-ends.service.ts';
import { createDelivery } from './live/tracking.delivery.service.ts';
import { trackingHandlers } from './tracking.device.ts';
import { createTrackingFixes } from './live/tracking.fix.service.ts';
import { createHistoryExport } from './history/tracking.export.service.ts';
import { createViewers } from './live/tracking.viewers.service.ts';
import { createTrackingHistory } from './history/tracking.history.service.ts';
import { createTrackingIngest } from './ingest/tracking.ingest.service.ts';
import { createLiveTracking } from './live/tracking.live.service.ts';
import { createTrackingReads } from './history/tracking.path.service.ts';
import { createTrackingPermission } from './tracking.permission.service.ts';
import { createPacking } from './packing/tracking.packing.service.ts';
import { hasArchivedPositions } from './tracking.archive.store.ts';
import { trackingPersonData } from './tracking.person-data.service.ts';
import { createLastPlaces } from './tracking.places.service.ts';
import { createSupportPosition } from './tracking.support.service.ts';
import { listLastPositions } from './tracking.places.store.ts';
import { isAnyFollowed, listTrackedLive } from './live/tracking.lease.store.ts';
import type { DeviceMotionPort, FixTimesPort, LiveTrackingPort, ReportedPlacesPort } from './tracking.port.ts';
import { historyRoutes, trackingRoutes } from './tracking.routes.ts';

/** Interval for checking who may follow on open streams, so that an end takes effect in less than a second. */
const DECIDE_EVERY_MS = 500;
const KEEP_LIVE_EVERY_MS = 5_000;
const PREPARE_DAYS_EVERY_MS = 3_600_000;
const PACK_DAYS_EVERY_MS = 3_600_000;

export interface TrackingDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  streams: Streams;
  processes: ServerProcesses;
  devices: DevicesPort & AssignmentsPort;
  deviceHooks: Pick<DeviceHooksPort, 'onRelationEnded' | 'onRemove'>;
  retention: RetentionPort;
  ping: PingPort;
  subscription: SubscriptionPort;
  commands: DeviceCommandsPort;
  access: LocationAccessPort;
}

export function createTrackingFeature(dependencies: TrackingDependencies): Feature & {
  readonly port: LiveTrackingPort;
  readonly fixes: FixTimesPort;
  readonly places: ReportedPlacesPort;
  readonly motion: DeviceMotionPort;
} {
  const { access, clock, commands, database, jobs, log, streams } = dependencies;
  const viewers = createViewers(dependencies);
  const delivery = createDelivery({ ...dependencies, viewers });
  const accessEnds = createAccessEnds(dependencies.processes, {
    forget(deviceId) {
      viewers.forget(deviceId);
      streams.dropWaiting(positionEvent, String(deviceId));
    },
  });
  const ingest = createTrackingIngest({ ...dependencies, delivery });
  const permission = createTrackingPermission(dependencies);
  const reads = createTrackingReads({ ...dependencies, permission });
  const history = createTrackingHistory({ ...dependencies, permission });
  const live = createLiveTracking({ ...dependencies, permission, storeAnswer: ingest.storeAnswer });
  commands.onFinished('live', live.settle);
  jobs.schedule('tracking.keep-live', KEEP_LIVE_EVERY_MS, () => live.keepLive(), isAnyFollowed);
  const erasure = createErasure(dependencies);
  dependencies.deviceHooks.onRemove(erasure.ofDevices);
  const packing = createPacking(dependencies);
  jobs.schedule('tracking.pack-days', PACK_DAYS_EVERY_MS, () => packing.packDueAfterUpgrade());

  const decide = async (): Promise<void> => {
    try {
      await viewers.refresh([...streams.openAccounts()]);
      streams.sendGapFrames(viewers.takeLapsed());
    } catch (error) {
      log.error({ err: error }, 'Refreshing tracking permissions failed, live viewers get no positions, retrying');
    }
  };

  return {
    name: 'tracking',
    port: live,
    places: { listReported: (devices) => listLastPositions(database.sql, devices) },
    motion: {
      async speedsOf(deviceIds, since) {
        const positions = await listLastPositions(
          database.sql,
          deviceIds.map((id) => ({ id, from: since })),
        );
        return new Map(
          positions.flatMap(({ deviceId, speedMps }) => (speedMps === null ? [] : [[deviceId, speedMps] as const])),
        );
      },
      listFollowed: (deviceIds) => listTrackedLive(database.sql, deviceIds, clock.now()),
    },
    fixes: {
      async lastFixAt(deviceId) {
        const [newest] = await listLastPositions(database.sql, [{ id: deviceId, from: new Date(0) }]);
        return newest?.at ?? null;
      },
    },
    routes: [
      ...trackingRoutes(
        live,
        reads,
        createTrackingFixes(dependencies),
        createLastPlaces(dependencies),
        createSupportPosition(dependencies),
      ),
      ...historyRoutes(history, createHistoryExport({ ...dependencies, permission, history })),
    ],
    deviceHandlers: trackingHandlers(ingest),
    personData: trackingPersonData({ ...dependencies, erase: erasure.ofPerson }),
    retention: [
      { kind: 'positions', take: archiveOldestDay },
      { kind: 'archivedPositions', take: dropOldestArchivedDay, hasArchived: hasArchivedPositions },
      { kind: 'positionRepeats', take: deleteOldRepeats },
    ],
    after: { deviceHandlers: ['device-setup'] },
    async start(): Promise<Stop> {
      await ingest.prepareDays();
      const stops = [
        clock.every(DECIDE_EVERY_MS, decide),
        clock.every(PREPARE_DAYS_EVERY_MS, () => ingest.prepareDays()),
        dependencies.deviceHooks.onRelationEnded((deviceId) => accessEnds.end(deviceId)),
        access.onEnded((deviceId) => accessEnds.end(deviceId)),
        streams.filterReceived(positionEvent, (...received) => delivery.admit(...received)),
        streams.beforeHello((accountIds) => viewers.refreshSome(accountIds)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
