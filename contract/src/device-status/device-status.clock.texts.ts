import { isPhone } from '../kernel/serial.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/** Names the cause when a wrong clock keeps the positions of a device from its people (decision 054). */
export const deviceClockTexts = {
  label: 'Device clock',
  /** In a list, where the warning has no room. */
  mark: 'Wrong clock',
  wrong: (device = 'this device') =>
    `The clock of ${device} is wrong, so its positions cannot be dated and may not show.`,
  /** The next step of the device's user, and of its installer. */
  next: {
    user: 'Ping it, or restart it so that it sets its clock.',
    service: 'Use Get Location, or restart it so that it sets its clock.',
  },
  /** A phone cannot be restarted from here, and answers a ping with its last report. */
  nextOfPhone: 'Turn on the automatic date and time of the phone.',
} as const;

/** How far a clock is ahead, or behind when negative. */
export function clockOffWords(offSec: number): string {
  const offMs = Math.abs(offSec) * SECOND_MS;
  const side = offSec > 0 ? 'ahead' : 'behind';
  if (offMs < HOUR_MS) return `${amount(offMs / MINUTE_MS, 'minute')} ${side}`;
  if (offMs < 2 * DAY_MS) return `${amount(offMs / HOUR_MS, 'hour')} ${side}`;
  return `${amount(offMs / DAY_MS, 'day')} ${side}`;
}

function amount(exact: number, unit: string): string {
  const count = Math.round(exact);
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}

/** The cause why positions of a device may not show, and the reader's next step. */
export function deviceClockWarning(serial: string, reader: keyof typeof deviceClockTexts.next, name?: string): string {
  const { wrong, nextOfPhone, next } = deviceClockTexts;
  return `${wrong(name)} ${isPhone(serial) ? nextOfPhone : next[reader]}`;
}
