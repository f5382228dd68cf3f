import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import type { AlertKind, NoticeKind } from '@trace/contract/alerts/alerts.rules';
import { deviceName } from '@trace/contract/devices/devices.rules';
import type { Role } from '@trace/contract/kernel/roles';

/** The content of an alert message. No recipient gets a position. */
export interface AlertFacts<Kind = AlertKind | NoticeKind> {
  readonly kind: Kind;
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
const pagePath = ({ serial }: Pick<AlertFacts, 'serial'>, { role }: Reader): string =>
  role === 'installer'
    ? `/installer/devices?q=${encodeURIComponent(serial)}`
    : `/user?device=${encodeURIComponent(serial)}`;

export const settingsPath = ({ role }: Pick<Reader, 'role'>): string =>
  role === 'installer' ? '/installer/settings' : '/user/settings';

export function mailOf(
  alert: AlertFacts<AlertKind>,
  reader: Reader,
  portalUrl: string,
): { subject: string; text: string } {
  const { timeZone } = reader;
  const since = shownIn(timeZone, alert.startedAt);
  return {
    subject: texts.mailSubject(texts.kind[alert.kind], alert.name),
    text: texts.mailText({
      event: texts.event[alert.kind](alert.name),
      advice: adviceOn(alert, reader),
      when:
        alert.endedAt === null
          ? texts.mailSince(since, timeZone)
          : texts.mailOver(since, shownIn(timeZone, alert.endedAt), timeZone),
      url: `${portalUrl}${pagePath(alert, reader)}`,
      settings: `${portalUrl}${settingsPath(reader)}`,
    }),
  };
}

function adviceOn({ kind, endedAt }: AlertFacts<AlertKind>, { role }: Reader): string {
  const whenOver = endedAt === null ? undefined : texts.adviceWhenOver[kind];
  const forInstallers = role === 'installer' ? texts.adviceForInstallers[kind] : undefined;
  return whenOver ?? forInstallers ?? texts.advice[kind];
}

/** Builds the message for a lock screen, with the device's nickname and never with the serial number. */
export function pushOf(alert: AlertFacts, reader: Reader, tag: string) {
  const name = alert.name === deviceName(alert.serial, null) ? texts.unnamed : alert.name;
  const isNotice = alert.kind === 'support_access';
  const event = alert.kind === 'support_access' ? texts.noticed[alert.kind] : texts.event[alert.kind];
  const over = isNotice || alert.endedAt === null ? '' : ` ${texts.pushOver(shownIn(reader.timeZone, alert.endedAt))}`;
  return {
    title: texts.kind[alert.kind],
    body: `${event(name)}${over}`,
    url: pagePath(alert, reader),
    tag,
  };
}

const shownIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
