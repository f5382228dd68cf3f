import {
  listRolloutDevices,
  listRollouts,
  previewRollout,
  readRollout,
  startRollout,
  steerRollout,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import { route, type Route } from '#platform/http/route';
import type { Rollouts } from './firmware.rollouts.service.ts';
import type { Steering } from './firmware.steering.service.ts';

export const rolloutsRoutes = (rollouts: Rollouts, steering: Steering): Route[] => [
  route(previewRollout, ({ body }) => steering.preview(body)),
  route(startRollout, ({ actor, origin, body }) => steering.start(actor, origin, body)),
  route(listRollouts, ({ query }) => rollouts.list(query)),
  route(readRollout, ({ params }) => rollouts.read(params.id)),
  route(listRolloutDevices, ({ params, query }) => rollouts.devices(params.id, query)),
  route(steerRollout, ({ actor, origin, params, body }) => steering.steer(actor, origin, params.id, body)),
];
