import { done } from '@trace/contract/kernel/endpoint';
import {
  assignDevice,
  cancelAssignment,
  claimDeviceAgain,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment, listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import { route, type Route } from '#platform/http/route';
import type { AssignmentService } from './devices.assignment.service.ts';
import type { UnassignmentService } from './devices.unassignment.service.ts';

export const assignmentRoutes = (assignments: AssignmentService, endings: UnassignmentService): Route[] => [
  route(assignDevice, async ({ actor, origin, params, body }) => {
    await assignments.assign(actor, origin, params.serial, body.email);
    return done;
  }),
  route(cancelAssignment, async ({ actor, origin, params }) => {
    await endings.cancel(actor, origin, params.serial);
    return done;
  }),
  route(endAssignment, async ({ actor, origin, params }) => {
    await endings.end(actor, origin, params.serial);
    return done;
  }),
  route(claimDeviceAgain, async ({ actor, origin, params, body }) => {
    await endings.claimAgain(actor, origin, params.serial, body.claimCode);
    return done;
  }),
  route(listTakenDevices, async ({ actor }) => ({ devices: await endings.listTaken(actor) })),
];
