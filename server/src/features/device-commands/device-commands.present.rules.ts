import type { CommandAnswer } from '@trace/contract/device-commands/device-commands.schema';
import type { CommandName } from '@trace/contract/device-protocol/commands';
import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import { redacted } from '@trace/contract/device-protocol/redaction';

/**
 * Returns the part of an answer that people can read: the result and the device's text, without positions and secrets.
 */
export function answerOf(result: ReplyResult): CommandAnswer {
  const words = (result.success ? result.message : (result.error ?? result.message)) ?? null;
  return {
    success: result.success,
    message: words === null ? null : redacted(words),
    status: result.status ?? null,
    sleepMode: result.sleepMode ?? null,
    logs: result.logs?.map(redacted) ?? null,
  };
}

/**
 * Returns the part of an answer that is stored: no position and no secrets (T55). Features take the position of an
 * answer in the transaction that ends the command.
 */
export function storedResult({ location: _location, error, message, logs, ...rest }: ReplyResult): ReplyResult {
  return {
    ...rest,
    ...(error !== undefined && { error: redacted(error) }),
    ...(message !== undefined && { message: redacted(message) }),
    ...(logs !== undefined && { logs: logs.map(redacted) }),
  };
}

/** Returns only the sleep mode that a person set from the panel. Other settings can contain secrets. */
export function sleepModeOf(command: {
  command: CommandName;
  purpose: string;
  parameters: Record<string, unknown>;
}): boolean | null {
  if (command.command !== 'configure' || command.purpose !== 'manual') return null;
  const { sleepModeEnabled } = command.parameters;
  return typeof sleepModeEnabled === 'boolean' ? sleepModeEnabled : null;
}
