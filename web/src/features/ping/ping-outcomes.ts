import type { Toast } from '#ui/dialogs/toast-list.ts';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { ExpectedPing } from './waits/ping-expected.ts';
import { formatWakeTime } from '#lib/wake-format.ts';

/** Returns the toast a user sees about the state or outcome of a ping. A wait is shown at its device (PING-09). */
export function toastOf(outcome: PingOutcome, { deviceName }: ExpectedPing): Toast {
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
      return { tone: 'info', text: pingTexts.asleep(deviceName, formatWakeTime(outcome.expectedAt, Date.now())) };
  }
}

const failed = (text: string): Toast => ({ tone: 'failed', title: pingTexts.failedTitle, text });
