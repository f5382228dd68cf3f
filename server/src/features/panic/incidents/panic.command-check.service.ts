import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { GiveCheck, ManualCommand } from '#features/device-commands/device-commands.port';
import type { AssignmentsPort } from '#features/devices/devices.port';
import { Refusal } from '#platform/refusal/refusal';
import { wornSince } from '../positions/panic.positions.rules.ts';
import { isUnderThreat, listOpenPlaces } from './panic.incidents.store.ts';

/** Refuses commands that silence a device while helpers need its positions. */
export function createCommandCheck(devices: Pick<AssignmentsPort, 'lastAssignmentsOf'>): GiveCheck {
  return async (tx, { deviceId, accountId, command }) => {
    if (!isSilencing(command)) return;
    const places = await listOpenPlaces(tx, deviceId);
    if (places.length === 0) return;
    const last = await devices.lastAssignmentsOf(tx, [deviceId]);
    if (places.every((place) => wornSince(place, last.get(deviceId)) === null)) return;
    // A refusal would betray a silent alarm to a person who holds the wearer's phone.
    if (await isUnderThreat(tx, accountId)) return;
    throw new Refusal('conflict', texts.deviceInEmergency);
  };
}

const isSilencing = (command: ManualCommand): boolean =>
  command.command === 'restart' || (command.command === 'configure' && command.parameters.sleepModeEnabled === true);
