import { done } from '@trace/contract/kernel/endpoint';
import { getPath, listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { listFixes } from '@trace/contract/tracking/tracking.fix.api';
import { exportHistory, getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { listLastPlaces } from '@trace/contract/tracking/tracking.places.api';
import { readSupportPosition } from '@trace/contract/tracking/tracking.support.api';
import { route, type Route } from '#platform/http/route';
import type { HistoryExport } from './history/tracking.export.service.ts';
import type { TrackingHistory } from './history/tracking.history.service.ts';
import type { TrackingFixes } from './live/tracking.fix.service.ts';
import type { LiveTracking } from './live/tracking.live.service.ts';
import type { LastPlaces } from './tracking.places.service.ts';
import type { SupportPosition } from './tracking.support.service.ts';
import type { TrackingReads } from './history/tracking.path.service.ts';

export const trackingRoutes = (
  live: LiveTracking,
  reads: TrackingReads,
  fixes: TrackingFixes,
  places: LastPlaces,
  support: SupportPosition,
): Route[] => [
  route(startLive, ({ actor, origin, params, body, signal }) =>
    live.start(actor, origin, params.serial, body.viewerId, signal),
  ),
  route(renewLive, async ({ actor, params }) => ({ leased: await live.renew(actor, params.serial, params.viewerId) })),
  route(stopLive, async ({ actor, origin, params }) => {
    await live.stop(actor, origin, params.serial, params.viewerId);
    return done;
  }),
  route(getPath, ({ actor, params }) => reads.path(actor, params.serial)),
  route(listFixes, async ({ actor }) => ({ fixes: await fixes.list(actor) })),
  route(listLastPlaces, async ({ actor }) => ({ places: await places.list(actor) })),
  route(readSupportPosition, ({ actor, params }) => support.read(actor, params.serial)),
  route(listPositions, ({ actor, params, query: { receivedSince, known } }) =>
    reads.positionsSince(actor, params.serial, { receivedSince, known: known?.split(',') ?? [] }),
  ),
];

export const historyRoutes = (history: TrackingHistory, exports: HistoryExport): Route[] => [
  route(listHistoryDays, ({ actor, params }) => history.days(actor, params.serial)),
  route(getHistoryDay, ({ actor, params }) => history.day(actor, params.serial, params.day)),
  route(exportHistory, async ({ actor, origin, params, query, signal, setHeader }) => {
    const file = await exports.start(actor, origin, params.serial, query, signal);
    setHeader('content-disposition', `attachment; filename="${file.name}"`);
    return file;
  }),
];
