import { failureWords } from '#lib/api.ts';
import type { Toast } from '#ui/toast-list.ts';
import { commandFailureTexts } from '@trace/contract/device-commands/device-commands.failure.texts';
import { ApiError } from '@trace/contract/kernel/client';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';

/** What a person is told when a ping ended; a ping that waits shows itself where it waits. */
export function toastOf(outcome: PingOutcome, deviceName: string): Toast | null {
  switch (outcome.outcome) {
    case 'located':
      return { tone: 'done', text: pingTexts.located(deviceName) };
    case 'no_fix':
      return failed(`${pingTexts.failedText} ${pingTexts.charged}`);
    case 'failed':
      return failed(`${outcome.message ?? pingTexts.failedText}${outcome.charged ? ` ${pingTexts.charged}` : ''}`);
    case 'unreachable':
      return failed(pingTexts.notCharged);
    case 'cancelled':
      return { tone: 'info', text: pingTexts.cancelled };
    case 'waiting':
      return null;
  }
}

/** PING-10: a call that was not answered with OK; the limit of the day has its own words (PING-04). */
export function toastOfFailure(error: Error): Toast {
  if (!(error instanceof ApiError) || error.status === 0) return failed(failureWords(error));
  if (error.refusal?.code === 'daily_ping_limit') {
    return { tone: 'failed', title: pingTexts.limitTitle, text: pingTexts.limitText };
  }
  return { tone: 'failed', title: commandFailureTexts.httpFailed(error.status), text: failureWords(error) };
}

const failed = (text: string): Toast => ({ tone: 'failed', title: pingTexts.failedTitle, text });
