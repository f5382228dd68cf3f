import { deviceCommandsRules } from '@trace/contract/device-commands/device-commands.rules';
import type { DeviceCommand, DeviceResponse } from '@trace/contract/device-commands/device-commands.schema';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { readTimeCursor, timeCursorText } from '#platform/paging/time-cursor';
import { Refusal } from '#platform/refusal/refusal';
import { mayCancel } from './device-commands.policy.ts';
import { answerOf, sleepModeOf } from './device-commands.present.rules.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import { findCommand, listAnswered, listCommands, type CommandRow } from './device-commands.timeline.store.ts';

export type Timeline = ReturnType<typeof createTimeline>;

export interface TimelineDependencies {
  database: Database;
  devices: DevicesPort;
  commands: DeviceCommandsService;
  people: Pick<PeoplePort, 'accountsOf'>;
}

export function createTimeline({ database, devices, commands, people }: TimelineDependencies) {
  const presentAll = async (
    rows: readonly CommandRow[],
    actor: Actor,
    device: KnownDevice,
  ): Promise<DeviceCommand[]> => {
    const senders = [...new Set(rows.flatMap(({ sentBy }) => (sentBy === null ? [] : [sentBy])))];
    const names = await people.accountsOf(senders);
    return rows.map((row) => present(row, actor, device, names.get(row.sentBy ?? '')));
  };

  const shownOf = async (device: KnownDevice, requestId: string): Promise<CommandRow | null> => {
    const row = await findCommand(database.sql, requestId);
    return row !== null && row.deviceId === device.id && row.createdAt >= device.since ? row : null;
  };

  const presentOne = async (row: CommandRow, actor: Actor, device: KnownDevice): Promise<DeviceCommand> =>
    (await presentAll([row], actor, device))[0]!;

  return {
    /** Lists a device's commands since the person gained access, newest first. */
    async list(
      actor: Actor,
      serial: string,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<{ commands: DeviceCommand[]; next: string | null }> {
      const device = await devices.getFor(actor.accountId, serial);
      const rows = await listCommands(database.sql, {
        deviceId: device.id,
        since: device.since,
        after: readTimeCursor(after),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1)! : null;
      return {
        commands: await presentAll(page, actor, device),
        next: last === null ? null : timeCursorText({ at: last.createdAt, id: last.requestId }),
      };
    },

    async responses(actor: Actor, serial: string): Promise<DeviceResponse[]> {
      const { id: deviceId, since } = await devices.getFor(actor.accountId, serial);
      const rows = await listAnswered(database.sql, { deviceId, since, limit: deviceCommandsRules.responsesShown });
      return rows.map((row) => ({
        requestId: row.requestId,
        command: row.command,
        at: (row.finishedAt ?? row.createdAt).toISOString(),
        answer: answerOf(row.result!),
      }));
    },

    async cancel(actor: Actor, origin: CallOrigin, serial: string, requestId: string): Promise<DeviceCommand> {
      const device = await devices.getFor(actor.accountId, serial);
      const row = await shownOf(device, requestId);
      if (row === null) throw new Refusal('not_found', texts.notFound);
      const verdict = mayCancel(row, actor.accountId, device.relation);
      if (verdict === 'forbidden') throw new Refusal('forbidden', texts.mayNotCancel);
      const isTaken =
        verdict === 'allowed' &&
        (await commands.takeBack(row, (tx) =>
          recordAudit(tx, {
            actorId: actor.accountId,
            action: 'deviceCommands.cancel',
            subject: { type: 'device', id: serial },
            details: { requestId, command: row.command },
            ...origin,
          }),
        ));
      if (!isTaken) throw new Refusal('conflict', texts.notCancelled);
      return presentOne((await findCommand(database.sql, requestId))!, actor, device);
    },

    /** Returns the state of a command as this person may see it, or null without access (any more). */
    async presentChanged({ requestId }: { requestId: string }, actor: Actor): Promise<DeviceCommand | null> {
      const row = await findCommand(database.sql, requestId);
      const device = row === null ? null : await devices.findFor(actor.accountId, row.serial);
      if (row === null || device === null || device.id !== row.deviceId || row.createdAt < device.since) return null;
      return presentOne(row, actor, device);
    },
  };
}

function present(
  row: CommandRow,
  actor: Actor,
  device: KnownDevice,
  sender: { firstName: string; lastName: string } | undefined,
): DeviceCommand {
  return {
    requestId: row.requestId,
    serialNumber: row.serial,
    command: row.command,
    state: row.state,
    sleepModeEnabled: sleepModeOf(row),
    sentBy: sender === undefined ? null : fullName(sender),
    isMine: row.sentBy === actor.accountId,
    mayCancel: mayCancel(row, actor.accountId, device.relation) === 'allowed',
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    answer: row.result === null ? null : answerOf(row.result),
  };
}
