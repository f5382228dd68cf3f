import { randomUUID } from 'node:crypto';
import { setupPauseMs, setupRules } from '@trace/contract/device-setup/device-setup.rules';
import { deviceSetupTexts } from '@trace/contract/device-setup/device-setup.texts';
import { isFinished } from '@trace/contract/device-commands/device-commands.rules';
import type { CommandParameters } from '@trace/contract/device-protocol/commands';
import type { HeartbeatMessage } from '@trace/contract/device-protocol/messages';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { DeviceCommandsPort, FinishedCommand } from '#features/device-commands/device-commands.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';
import { simContext, simFields, type SealedSim, type SimField } from './device-setup.sim.rules.ts';
import {
  findSetup,
  lockDue,
  lockSetupOfCommand,
  markApplied,
  saveProgress,
  type SetupRow,
} from './device-setup.store.ts';

/** An unsent command expires after this time and is issued again, so no device waits with an old command. */
const COMMAND_LIFETIME_MS = DAY_MS;
const LOOK_LIMIT = 100;

export interface ProgrammingDependencies {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  commands: DeviceCommandsPort;
  hubs: Pick<HubsPort, 'linkOf'>;
  /** Publishes to the parties of a device that the setup changed. */
  publish(tx: Executor, device: { deviceId: number; serial: string }): Promise<void>;
}

export interface Heartbeat {
  deviceId: number;
  message: Pick<HeartbeatMessage, 'boot' | 'seq' | 'configApplied'>;
}

export type Programming = ReturnType<typeof createProgramming>;

/**
 * Desired state over an unreliable line. The saved settings are sent again, with growing pauses, until the device
 * reports using these settings or a person cancels. The settings are read at the moment of sending, so the device
 * always gets the newest settings and no secret is stored with the commands.
 */
export function createProgramming({ database, clock, secrets, commands, hubs, publish }: ProgrammingDependencies) {
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** Issues the command again. `state` is the state that people see meanwhile. */
  const send = async (tx: Executor, row: SetupRow, state: 'queued' | 'failed'): Promise<void> => {
    const requestId = randomUUID();
    const attempts = row.attempts + 1;
    await commands.issue(tx, {
      requestId,
      device: { id: row.deviceId, serial: row.serial },
      command: 'configure',
      parameters: {},
      purpose: 'setup',
      sentBy: null,
      expiresAt: later(COMMAND_LIFETIME_MS),
    });
    await saveProgress(tx, { ...row, state, requestId, attempts, nextAt: later(setupPauseMs(attempts)) });
  };

  /** Handles a due row: waits, or sends again. Returns an unanswered command to cancel. */
  const look = async (tx: Executor, row: SetupRow): Promise<string | null> => {
    const state = row.requestId === null ? null : await commands.stateOf(tx, row.requestId);
    if (state === 'queued' || state === 'waiting') {
      // The device is away. The command waits, and no attempt is counted.
      await saveProgress(tx, { ...row, nextAt: later(setupRules.lookEveryMs) });
      return null;
    }
    if (row.requestId === null) {
      await send(tx, row, 'queued');
      await publish(tx, row);
      return null;
    }
    const isUnanswered = state !== null && !isFinished(state);
    const message = isUnanswered ? deviceSetupTexts.noAnswer : (row.message ?? deviceSetupTexts.notApplied);
    await send(tx, { ...row, message }, 'failed');
    await publish(tx, row);
    return isUnanswered ? row.requestId : null;
  };

  return {
    /** Starts programming again. The command is sent after commit. Returns the replaced command. */
    async begin(tx: Executor, row: SetupRow): Promise<string | null> {
      await send(tx, { ...row, attempts: 0, message: null, answerBoot: null, answerSeq: null }, 'queued');
      return row.requestId;
    },
    /** Stops; answers the command that is not wanted any more. */
    async stop(tx: Executor, row: SetupRow): Promise<string | null> {
      await saveProgress(tx, { ...row, state: 'cancelled', requestId: null, nextAt: null });
      return row.requestId;
    },
    /** Retries devices that did not answer, and checks devices that are away. */
    async lookAgain(): Promise<void> {
      const replaced = await database.transaction(async (tx) => {
        const given: (string | null)[] = [];
        for (const row of await lockDue(tx, clock.now(), LOOK_LIMIT)) given.push(await look(tx, row));
        return given.filter((requestId) => requestId !== null);
      });
      for (const requestId of replaced) await commands.cancel(requestId);
    },
    async onFinished(tx: Executor, finished: FinishedCommand): Promise<void> {
      const row = await lockSetupOfCommand(tx, finished.requestId);
      if (row === null) return;
      await saveProgress(tx, { ...row, ...afterEnd(finished, later(setupPauseMs(row.attempts))) });
      await publish(tx, row);
    },
    async onSending({
      requestId,
      deviceId,
    }: {
      requestId: string;
      deviceId: number;
    }): Promise<CommandParameters<'configure'>> {
      const row = await findSetup(database.sql, deviceId);
      if (row === null || row.requestId !== requestId) throw new Error('these settings are not wanted any more');
      const link = row.hasHubSetting ? await hubs.linkOf(database.sql, deviceId) : null;
      const wanted: CommandParameters<'configure'> = {
        ...(row.hasHubSetting ? { hubId: link?.hubId ?? null } : {}),
        ...(row.hasSimSetting ? { sim: openSim(secrets, row) } : {}),
      };
      return wanted;
    },
    async takeHeartbeats(tx: Executor, heartbeats: readonly Heartbeat[]): Promise<void> {
      const said = heartbeats
        .filter(({ message }) => message.configApplied === true)
        .map(({ deviceId, message: { boot, seq } }) => ({ deviceId, boot, seq }));
      if (said.length === 0) return;
      for (const applied of await markApplied(tx, said)) await publish(tx, applied);
    },
  };
}

function afterEnd(end: FinishedCommand, nextAt: Date): Partial<SetupRow> {
  switch (end.state) {
    case 'answered':
      return { state: 'sent', message: null, nextAt, answerBoot: end.answerBoot, answerSeq: end.answerSeq };
    case 'failed':
      return { state: 'failed', message: end.result?.error ?? end.result?.message ?? null, nextAt };
    case 'cancelled':
      return { state: 'cancelled', requestId: null, nextAt: null };
    case 'expired':
      // The command was never sent or never answered. The next look sends the command again.
      return { nextAt: end.finishedAt };
  }
}

export const sealedSimOf = (
  row: Pick<SetupRow, 'sealedSimApn' | 'sealedSimUsername' | 'sealedSimPassword'>,
): SealedSim => ({
  apn: row.sealedSimApn,
  username: row.sealedSimUsername,
  password: row.sealedSimPassword,
});

/** Decrypts the SIM settings, for the device only. Null removes the device's SIM settings. */
function openSim(secrets: Secrets, row: SetupRow): Partial<Record<SimField, string>> | null {
  const sealed = sealedSimOf(row);
  const set = simFields.flatMap((field) => {
    const value = sealed[field];
    return value === null ? [] : [[field, secrets.open(value, simContext(row.deviceId, field))] as const];
  });
  return set.length === 0 ? null : Object.fromEntries(set);
}
