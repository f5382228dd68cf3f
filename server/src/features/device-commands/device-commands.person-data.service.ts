import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { listOwnCommands, listUnfinishedFrom, pseudonymiseCommands } from './device-commands.person-data.store.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';

/** Commands that a download holds. */
const MOST_COMMANDS = 10_000;

/** The commands that a person sent to devices. */
export const deviceCommandsPersonData = (
  commands: Pick<DeviceCommandsService, 'replace'>,
  devices: Pick<DevicesPort, 'partiesOf'>,
): PersonData => ({
  feature: 'device-commands',
  limits: { commands: MOST_COMMANDS },
  read: async (executor, personId) => ({ commands: await listOwnCommands(executor, personId, MOST_COMMANDS) }),
  forget: async (tx, personId) => {
    // Without a sender, a command counts as a command of the portal and is never orphaned.
    const unfinished = await listUnfinishedFrom(tx, personId);
    const ids = new Set(unfinished.map(({ deviceId }) => deviceId));
    const parties = await devices.partiesOf([...ids], undefined, tx);
    const requestIds = unfinished.map(({ requestId }) => requestId);
    await commands.replace(tx, requestIds, parties);
    await pseudonymiseCommands(tx, personId);
  },
});
