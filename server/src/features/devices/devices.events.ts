import { assignmentChangedEvent } from '@trace/contract/devices/assignment/devices.assignment.stream';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { z } from 'zod';
import { defineEvent } from '#platform/bus/bus';
import { defineEventKind } from '#platform/bus/outbox';

/** A serial was registered. Messages of this device are stored from now on. */
export const deviceRegistered = defineEvent<{ serial: string; deviceId: number }>('device.registered');

/** A serial was removed or replaced. Messages of this device are no longer stored. */
export const deviceRemoved = defineEvent<{ serial: string }>('device.removed');

/** Like the two events above, but also for decisions in other server processes. */
export const deviceRegistrationHeard = defineEvent<{ serial: string }>('device.registration-heard');

/** Notifications of `deviceRegistrationHeard` may have been lost. */
export const deviceRegistrationsMissed = defineEvent<Record<string, never>>('device.registrations-missed');

/** A person lost the relation to a device. */
export const deviceRelationEnded = defineEvent<{ deviceId: number }>('device.relation-ended');

/** Notifies people that their list of devices changed. */
export const devicesChanged = defineEventKind(devicesChangedEvent.name, z.object({ serial: z.string() }));

/** Notifies a user that a device was assigned or the assignment ended. */
export const assignmentChanged = defineEventKind(
  assignmentChangedEvent.name,
  z.object({ serial: z.string(), what: z.enum(['assigned', 'ended']) }),
);
