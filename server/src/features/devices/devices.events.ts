import { defineEvent } from '#platform/bus/bus';

/** A serial was registered: what its device sends is stored from now on. */
export const deviceRegistered = defineEvent<{ serial: string; deviceId: number }>('device.registered');

/** A serial is registered no longer, or another took its place: what its device sends belongs to nobody. */
export const deviceRemoved = defineEvent<{ serial: string }>('device.removed');

/** As one of the two above, decided in any process of the server. */
export const deviceRegistrationHeard = defineEvent<{ serial: string }>('device.registration-heard');

/** Somebody has nothing to do with a device any more. */
export const deviceRelationEnded = defineEvent<{ deviceId: number }>('device.relation-ended');

/** The kind under which the outbox tells people that their list of devices changed. */
export const DEVICES_CHANGED = 'devices.changed';

/** The kind under which the outbox tells a device's user that it is theirs now, or was taken from them. */
export const ASSIGNMENT_CHANGED = 'devices.assignment';
