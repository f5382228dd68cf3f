import { defineEvent } from '#platform/bus/bus';

/** A serial was registered. Messages of this device are stored from now on. */
export const deviceRegistered = defineEvent<{ serial: string; deviceId: number }>('device.registered');

/** A serial was removed or replaced. Messages of this device are no longer stored. */
export const deviceRemoved = defineEvent<{ serial: string }>('device.removed');

/** Like the two events above, but also for decisions in other server processes. */
export const deviceRegistrationHeard = defineEvent<{ serial: string }>('device.registration-heard');

/** A person lost the relation to a device. */
export const deviceRelationEnded = defineEvent<{ deviceId: number }>('device.relation-ended');

/** The kind under which the outbox tells people that their list of devices changed. */
export const DEVICES_CHANGED = 'devices.changed';

/** The outbox kind that notifies a user that a device was assigned or the assignment ended. */
export const ASSIGNMENT_CHANGED = 'devices.assignment';
