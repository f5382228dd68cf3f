import { randomUUID } from 'node:crypto';
import { deviceCommandsRules as rules } from '@trace/contract/device-commands/device-commands.rules';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import type { CommandName, CommandParameters } from '@trace/contract/device-protocol/commands';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type {
  GiveCheck,
  ManualCommand,
  ManualCommandsPort,
  NewCommand,
  SentManualCommand,
} from './device-commands.port.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import {
  countUnfinished,
  findCommand,
  hasNewerSetting,
  listWaitingSettings,
  listUnansweredSettings,
} from './device-commands.timeline.store.ts';
import { waitOf } from './device-commands.wait.rules.ts';

export interface ManualCommands extends ManualCommandsPort {
  /** Sends settings again that the device did not answer: settings are desired state. */
  renewSettings(serial: string, backAt: Date): Promise<void>;
}

export interface ManualDependencies {
  database: Database;
  clock: Clock;
  devices: DevicesPort;
  commands: DeviceCommandsService;
  deviceStatus: Pick<DeviceStatusPort, 'statusOf'>;
}

export function createManualCommands({
  database,
  clock,
  devices,
  commands,
  deviceStatus,
}: ManualDependencies): ManualCommands {
  const checks: GiveCheck[] = [];
  /** Returns the stored command when the sender repeats a request. Refuses an id used by another command. */
  const repeated = async (tx: Executor, wanted: NewCommand): Promise<SentManualCommand | null> => {
    const row = await findCommand(tx, wanted.requestId);
    if (row === null) return null;
    const isSame = row.deviceId === wanted.device.id && row.sentBy === wanted.sentBy && row.command === wanted.command;
    if (!isSame) throw idTaken();
    return { requestId: row.requestId, state: row.state };
  };

  const wantedBy = async (
    actor: Actor,
    device: KnownDevice,
    command: ManualCommand,
    parameters: NewCommand['parameters'],
  ): Promise<NewCommand> => {
    const { view, wakesAt } = await deviceStatus.statusOf(device);
    const { expiresAt, waits } = waitOf(command.command, command.when, { status: view.status, wakesAt }, clock.now());
    return {
      requestId: command.requestId ?? randomUUID(),
      device: { id: device.id, serial: device.serial },
      command: command.command,
      parameters,
      purpose: 'manual',
      sentBy: actor.accountId,
      expiresAt,
      waits,
    };
  };

  return {
    onGiving: (check) => void checks.push(check),
    async give(actor, origin, command) {
      const parameters = parametersOf(command);
      const device = await devices.getFor(actor.accountId, command.serialNumber);
      const wanted = await wantedBy(actor, device, command, parameters);
      const step = { requestId: wanted.requestId, deviceId: device.id, purpose: wanted.purpose, sentBy: wanted.sentBy };
      const parties = await commands.progress.partiesOf([step]);
      const { sent, after } = await database.transaction(async (tx) => {
        // T07: locks the sender's access to the device until the command is stored. The lock also serialises all
        // senders to this device.
        const held = await devices.getLockedFor(tx, actor.accountId, command.serialNumber);
        if (held.id !== device.id) throw new Refusal('not_found', devicesTexts.notFound);
        const before = await repeated(tx, wanted);
        if (before !== null) return { sent: before, after: undefined };
        for (const check of checks) await check(tx, { deviceId: device.id, accountId: actor.accountId, command });
        const older = command.command === 'configure' ? await listWaitingSettings(tx, device.serial) : [];
        const { after: done } = await commands.replace(tx, older, parties);
        if ((await countUnfinished(tx, device.serial)) >= rules.mostUnanswered)
          throw new Refusal('too_many_requests', texts.tooManyWaiting, { retryAfterSec: 60 });
        if (!(await commands.issue(tx, wanted))) throw idTaken();
        await commands.progress.publish(tx, [step], parties);
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'deviceCommands.send',
          subject: { type: 'device', id: device.serial },
          details: { requestId: wanted.requestId, command: wanted.command },
          ...origin,
        });
        const sent: SentManualCommand = { requestId: wanted.requestId, state: wanted.waits ? 'waiting' : 'queued' };
        return { sent, after: done };
      });
      after?.();
      return sent;
    },

    async renewSettings(serial, backAt) {
      const unanswered = await listUnansweredSettings(database.sql, serial, backAt);
      const newest = unanswered.at(-1);
      if (newest === undefined) return;
      const { deviceId, command, purpose, sentBy } = newest;
      const step = { requestId: randomUUID(), deviceId, purpose, sentBy };
      const parties = await commands.progress.partiesOf([step]);
      const after = await database.transaction(async (tx) => {
        const { ended, after: done } = await commands.replace(
          tx,
          unanswered.map(({ requestId }) => requestId),
          parties,
        );
        // Answered in this very moment, or given again by another process.
        if (!ended.has(newest.requestId)) return done;
        // The newer setting is on its way, or the device has it. The older one must not arrive after it.
        if (await hasNewerSetting(tx, newest)) return done;
        const parameters = newest.parameters as CommandParameters;
        const device = { id: deviceId, serial };
        await commands.issue(tx, { ...step, device, command, parameters, expiresAt: null });
        await commands.progress.publish(tx, [step], parties);
        return done;
      });
      after();
    },
  };
}

const idTaken = (): Refusal => new Refusal('conflict', texts.idTaken, { field: 'body.requestId' });

/** CTRL-02: the portal chooses the wake interval for sleep mode when the sender gives none. */
function parametersOf(command: ManualCommand): CommandParameters<CommandName> {
  if (command.command !== 'configure') return command.parameters;
  const { sleepModeEnabled, wakeInterval } = command.parameters;
  if (sleepModeEnabled === undefined)
    throw new Refusal('invalid_input', texts.nothingToSet, { field: 'body.parameters.sleepModeEnabled' });
  return { sleepModeEnabled, wakeInterval: wakeInterval ?? (sleepModeEnabled ? rules.wakeIntervalSec : 0) };
}
