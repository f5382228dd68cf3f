import { randomUUID } from 'node:crypto';
import type { sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import type { SendCommand } from '@trace/contract/device-commands/device-commands.schema';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { LiveOutcome } from '@trace/contract/tracking/tracking.schema';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { ManualCommandsPort } from '#features/device-commands/device-commands.port';
import type { PingingPort } from '#features/ping/ping.port';
import type { LiveTrackingPort } from '#features/tracking/tracking.port';

type Answer = AnswerOf<typeof sendDeviceCommand>;

export interface CommandFunctionDependencies {
  readonly commands: ManualCommandsPort;
  readonly ping: PingingPort;
  readonly tracking: LiveTrackingPort;
}

/** The function device-command. Each command follows the rules of the feature that owns the permission. */
export type CommandFunction = ReturnType<typeof createCommandFunction>;

export function createCommandFunction({ commands, ping, tracking }: CommandFunctionDependencies) {
  const locate = async (
    actor: Actor,
    origin: CallOrigin,
    command: SendCommand,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const { serialNumber: serial, requestId: id = randomUUID(), when } = command;
    return answerOfPing(await ping.ping(actor, origin, { serial, id, when }, signal));
  };

  return {
    async send(actor: Actor, origin: CallOrigin, command: SendCommand, signal: AbortSignal): Promise<Answer> {
      const { serialNumber } = command;
      switch (command.command) {
        case 'getLocation':
          return locate(actor, origin, command, signal);
        case 'enableLiveGps':
          return answerOfLive(await tracking.start(actor, origin, serialNumber, actor.sessionId, signal));
        case 'disableLiveGps':
          await tracking.stop(actor, origin, serialNumber, actor.sessionId);
          return { success: true, message: texts.liveDisabled, requestId: null, state: null };
        default: {
          if (command.command === 'configure') refuseBluetooth(command.parameters);
          const { requestId, state } = await commands.give(actor, origin, command);
          return {
            success: true,
            message: state === 'waiting' ? texts.waitsForDevice : texts.stored,
            requestId,
            state,
          };
        }
      }
    },
  };
}

/** Bluetooth is locked for all devices, so the refusal precedes any look-up. */
function refuseBluetooth(settings: { bluetoothEnabled?: unknown; bluetoothDeviceName?: unknown }): void {
  if (settings.bluetoothEnabled === undefined && settings.bluetoothDeviceName === undefined) return;
  throw new Refusal('locked', texts.bluetoothLocked);
}

/** How the ping went, without where: the position is the ping's own to show. */
function answerOfPing(outcome: PingOutcome): Answer {
  const requestId = outcome.id;
  switch (outcome.outcome) {
    case 'located':
      return { success: true, message: texts.located, requestId, state: 'answered' };
    case 'waiting': {
      const isAsleep = outcome.expectedAt !== outcome.endsAt;
      const message = isAsleep ? texts.locationWaits : texts.locationWaitsForDevice;
      return { success: true, message, requestId, state: 'waiting' };
    }
    case 'no_fix':
      return { success: false, error: pingTexts.failedText, requestId, state: 'answered' };
    case 'failed':
      return { success: false, error: pingTexts.failedText, requestId, state: 'failed' };
    case 'unreachable':
      return { success: false, error: texts.unreachable, requestId, state: 'expired' };
    case 'cancelled':
      return { success: false, error: texts.cancelled, requestId, state: 'cancelled' };
  }
}

function answerOfLive(outcome: LiveOutcome): Answer {
  const none = { requestId: null, state: null };
  if (outcome.outcome === 'tracking') return { success: true, message: texts.liveEnabled, ...none };
  return { success: false, error: outcome.message ?? trackingTexts.failedText, ...none };
}
