import { formatExact } from '#lib/format.ts';
import { formatMoment } from '#lib/moment-format.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import type { CommandAnswer, DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import type { CommandName } from '@trace/contract/device-protocol/commands';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';

/** Describes a device's answer in a single line. */
export function formatAnswer(command: CommandName, answer: CommandAnswer): string {
  const { success, message, status, sleepMode, logs } = answer;
  if (!success) return message ?? (command === 'getLocation' ? texts.noPosition : texts.unknownError);
  if (command === 'getLogs') return logs?.length ? texts.logsOf(logs.length) : texts.noLogs;
  if (message !== null) return message;
  if (status !== null) return statusLabel[status];
  if (sleepMode !== null) return texts.sleepModeSet(sleepMode);
  if (command === 'getLocation') return texts.positionReceived;
  return command === 'restart' ? texts.restarting : texts.done;
}

const UTC_STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/;

/** Returns a log line with its time in the user's zone. Devices write UTC. A line without a time stays unchanged. */
export function formatLogLine(line: string): string {
  const stamp = UTC_STAMP.exec(line)?.[0];
  if (stamp === undefined || Number.isNaN(Date.parse(stamp))) return line;
  return `${formatExact(stamp)}${line.slice(stamp.length)}`;
}

/** Describes the state of a command, and the expiry of an unsent command. */
export function formatCommandState(command: DeviceCommand): string {
  const { state, answer, expiresAt } = command;
  if (state === 'expired') return texts.expired;
  if (state === 'cancelled') return texts.cancelled;
  if (state === 'answered' || state === 'failed')
    return answer === null ? texts.commandFailed : formatAnswer(command.command, answer);
  const isUnsent = state === 'queued' || state === 'waiting';
  const until = isUnsent && expiresAt !== null ? ` ${texts.expiresAt(formatMoment(expiresAt, serverNowMs()))}` : '';
  return `${texts[state]}${until}`;
}

export type StepLook = 'done' | 'open' | 'crossed';

/**
 * Returns the look of the steps queued, sent, acknowledged and answered: which are done, and where the command stopped.
 */
export function stepsOf({ state, sentAt, acknowledgedAt }: DeviceCommand): StepLook[] {
  if (state === 'answered') return ['done', 'done', 'done', 'done'];
  if (state === 'failed') return ['done', 'done', 'done', 'crossed'];
  const made = [true, sentAt !== null || acknowledgedAt !== null, acknowledgedAt !== null];
  const steps = [...made, false].map((isMade): StepLook => (isMade ? 'done' : 'open'));
  const stoppedAt = state === 'expired' || state === 'cancelled' ? steps.indexOf('open') : -1;
  return steps.map((step, index) => (index === stoppedAt ? 'crossed' : step));
}
