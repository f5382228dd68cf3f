import { failureWords } from '#lib/http/api.ts';
import type { Toast } from '#ui/dialogs/toast-list.ts';
import { commandFailureTexts } from '@trace/contract/device-commands/device-commands.failure.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { aboutPing } from './ping-subject.ts';

/** PING-10: a call that was not answered with OK. */
export function toastOfFailure(error: Error, serial: string): Toast {
  const about = aboutPing(serial);
  if (!(error instanceof ApiError) || error.status === 0) {
    return { tone: 'failed', about, title: pingTexts.failedTitle, text: failureWords(error) };
  }
  return { tone: 'failed', about, title: commandFailureTexts.httpFailed(error.status), text: failureWords(error) };
}
