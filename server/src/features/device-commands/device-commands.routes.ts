import {
  cancelDeviceCommand,
  listDeviceCommands,
  listDeviceResponses,
} from '@trace/contract/device-commands/device-commands.api';
import { route, type Route } from '#platform/http/route';
import type { Timeline } from './device-commands.timeline.service.ts';

export const deviceCommandsRoutes = (timeline: Timeline): Route[] => [
  route(listDeviceCommands, ({ actor, params, query }) => timeline.list(actor, params.serial, query)),
  route(cancelDeviceCommand, ({ actor, origin, params }) => timeline.cancel(actor, origin, params.serial, params.id)),
  route(listDeviceResponses, async ({ actor, params }) => ({
    responses: await timeline.responses(actor, params.serial),
  })),
];
