import { formatCoordinates } from '#lib/format.ts';
import type { Toast } from '#ui/dialogs/toast-list.ts';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import type { ExpectedPing } from './waits/ping-expected.ts';

/**
 * IDEV-03: returns the toast an installer sees about a location request. The toast gives the coordinates as text
 * because the installer has no map.
 */
export function toastOfLocated(outcome: PingOutcome, ping: ExpectedPing): Toast {
  switch (outcome.outcome) {
    case 'located': {
      const text = texts.locatedText(ping.deviceName, formatCoordinates(outcome.location));
      return { tone: 'done', title: texts.located, text };
    }
    case 'no_fix':
      return locateFailed(ping.serialNumber, texts.noFix);
    case 'failed':
      return locateFailed(ping.serialNumber, outcome.message);
    case 'unreachable':
      return locateFailed(ping.serialNumber, texts.noAnswer);
    case 'cancelled':
      return { tone: 'info', text: texts.locationCancelled };
    case 'waiting':
      return { tone: 'info', text: texts.locationWaits(ping.deviceName) };
  }
}

export const locateFailed = (serial: string, message: string | null): Toast => ({
  tone: 'failed',
  title: texts.pingFailed,
  text: texts.pingFailedText(serial, message),
});
