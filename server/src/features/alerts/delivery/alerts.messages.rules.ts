import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import type { AlertKind } from '@trace/contract/alerts/alerts.rules';
import { deviceName } from '@trace/contract/devices/devices.rules';
import type { Role } from '@trace/contract/kernel/roles';

/** The content of an alert message. No recipient gets a position. */
export interface Told {
  readonly kind: AlertKind;
  readonly serial: string;
  /** As people call the device. */
  readonly name: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export interface Reader {
  readonly role: Role;
  readonly timeZone: string;
}

/** The page on which this person sees the device. */
const pagePath = ({ serial }: Pick<Told, 'serial'>, { role }: Reader): string =>
  role === 'installer'
    ? `/installer/devices?q=${encodeURIComponent(serial)}`
    : `/user?device=${encodeURIComponent(serial)}`;

export const settingsPath = ({ role }: Pick<Reader, 'role'>): string =>
  role === 'installer' ? '/installer/settings' : '/user/settings';

export function mailOf(told: Told, reader: Reader, portalUrl: string): { subject: string; text: string } {
  const since = shownIn(reader.timeZone, told.startedAt);
  return {
    subject: texts.mailSubject(texts.kind[told.kind], told.name),
    text: texts.mailText({
      told: texts.told[told.kind](told.name),
      advice: texts.advice[told.kind],
      when:
        told.endedAt === null ? texts.mailSince(since) : texts.mailOver(since, shownIn(reader.timeZone, told.endedAt)),
      url: `${portalUrl}${pagePath(told, reader)}`,
      settings: `${portalUrl}${settingsPath(reader)}`,
    }),
  };
}

/** Builds the message for a lock screen, with the device's nickname and never with the serial number. */
export function pushOf(told: Told, reader: Reader, tag: string) {
  const name = told.name === deviceName(told.serial, null) ? texts.unnamed : told.name;
  const over = told.endedAt === null ? '' : ` ${texts.pushOver(shownIn(reader.timeZone, told.endedAt))}`;
  return {
    title: texts.kind[told.kind],
    body: `${texts.told[told.kind](name)}${over}`,
    url: pagePath(told, reader),
    tag,
  };
}

const shownIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
