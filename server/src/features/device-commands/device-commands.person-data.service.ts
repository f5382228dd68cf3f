import type { PersonData } from '#platform/actor/person-data';
import { listOwnCommands, pseudonymiseCommands } from './device-commands.person-data.store.ts';

/** Commands that a download holds. */
const MOST_COMMANDS = 10_000;

/** The commands that a person sent to devices. */
export const deviceCommandsPersonData: PersonData = {
  feature: 'device-commands',
  limits: { commands: MOST_COMMANDS },
  read: async (executor, personId) => ({ commands: await listOwnCommands(executor, personId, MOST_COMMANDS) }),
  forget: pseudonymiseCommands,
};
