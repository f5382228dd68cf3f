import { serverNowMs } from '#lib/stream/server-clock.ts';
import { formatCoordinates } from '#lib/format.ts';
import { formatMoment } from '#lib/moment-format.ts';
import type { Toast } from '#ui/dialogs/toast-list.ts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import type { PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { aboutPing } from './ping-subject.ts';

/** The device of a ping whose outcome is to be shown. */
export type PingedDevice = Pick<PingWait, 'serialNumber' | 'deviceName'>;

/** Selects the texts: a user reads of a ping, an installer of a location request. */
export type PingArea = 'user' | 'installer';

type ToastWords = Omit<Toast, 'about'>;

/** Returns the toast about the state or outcome of a ping. */
export function toastOf(outcome: PingOutcome, device: PingedDevice, area: PingArea): Toast {
  const toast = area === 'user' ? toastOfPing(outcome, device) : toastOfLocated(outcome, device);
  return { ...toast, about: aboutPing(device.serialNumber) };
}

/** The toast of a user. A wait is also shown at its device (PING-09). */
function toastOfPing(outcome: PingOutcome, { deviceName }: PingedDevice): ToastWords {
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
      return { tone: 'info', text: pingTexts.asleep(deviceName, formatMoment(outcome.expectedAt, serverNowMs())) };
  }
}

const failed = (text: string): ToastWords => ({ tone: 'failed', title: pingTexts.failedTitle, text });

/** IDEV-03: the toast of an installer. */
function toastOfLocated(outcome: PingOutcome, ping: PingedDevice): ToastWords {
  switch (outcome.outcome) {
    case 'located': {
      const text = deviceTableTexts.locatedText(ping.deviceName, formatCoordinates(outcome.location));
      return { tone: 'done', title: deviceTableTexts.located, text };
    }
    case 'no_fix':
      return locateFailed(ping.serialNumber, deviceTableTexts.noFix);
    case 'failed':
      return locateFailed(ping.serialNumber, outcome.message);
    case 'unreachable':
      return locateFailed(ping.serialNumber, deviceTableTexts.noAnswer);
    case 'cancelled':
      return { tone: 'info', text: deviceTableTexts.locationCancelled };
    case 'waiting':
      return { tone: 'info', text: deviceTableTexts.locationWaits(ping.deviceName) };
  }
}

export const locateFailed = (serial: string, message: string | null): Toast => ({
  tone: 'failed',
  about: aboutPing(serial),
  title: deviceTableTexts.pingFailed,
  text: deviceTableTexts.pingFailedText(serial, message),
});
