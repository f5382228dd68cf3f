import { alertsBellTexts } from './alerts.bell.texts.ts';
import { alertRules, type AlertChannel, type AlertKind, type AnswerKind, type NoticeKind } from './alerts.rules.ts';
import { MINUTE_MS } from '../kernel/time.ts';

/** The sentence that states the event, with the device's name as its users call the device. */
const event: Record<AlertKind, (device: string) => string> = {
  low_battery: (device) => `The battery of ${device} is low.`,
  silent: (device) => `${device} has stopped reporting.`,
  power_cut: (device) => `${device} lost its external power.`,
  tamper: (device) => `${device} was opened or taken off its mount.`,
  hub_broken: (device) => `The hub link of ${device} no longer works.`,
  hub_silent: (device) => `The alarm hub of ${device} has stopped reporting.`,
};

const answered: Record<AnswerKind, (device: string) => string> = {
  access_approved: (device) => `The user of ${device} approved your location request.`,
  access_denied: (device) => `The user of ${device} denied your location request.`,
};

const noticed: Record<NoticeKind, (device: string) => string> = {
  support_access: (device) => `Trace support can see the location of ${device} for up to 30 minutes.`,
};

const ended: Record<AlertKind, string> = {
  low_battery: 'The battery is charged again.',
  silent: 'It is reporting again.',
  power_cut: 'The power is back.',
  tamper: 'It is closed again.',
  hub_broken: 'The hub is linked again.',
  hub_silent: 'The hub is reporting again.',
};

/** The meaning of the alert, and the advice. */
const advice: Record<AlertKind, string> = {
  low_battery: 'Charge the device or check its power supply.',
  silent: 'It may have lost power or network coverage. The map shows its last known position.',
  power_cut: 'It is running on its battery. Check the cable and the power supply.',
  tamper: 'Check the device and its surroundings.',
  hub_broken:
    'The hub service no longer accepts the link, for example because the password was changed or the hub is no longer in the account. While the link is broken, panic alerts from the hub may not reach Trace. Panic alerts from the device still do. Link the hub again.',
  hub_silent:
    'It may have lost power or its internet connection. Until it reports again, its alarms may not reach Trace. Panic alerts from the device still do.',
};

/** The advice of an alert that is over by the time of its email, where the other advice is then wrong. */
const adviceWhenOver: Partial<Record<AlertKind, string>> = {
  power_cut: 'Check the cable and the power supply.',
};

/** The advice to installers, who see no position of a device without access. */
const adviceForInstallers: Partial<Record<AlertKind, string>> = {
  silent: 'It may have lost power or network coverage. The list of devices names the likely cause.',
};

export const alertsTexts = {
  kind: {
    low_battery: 'Low battery',
    silent: 'Silent device',
    power_cut: 'Power cut',
    tamper: 'Tampering',
    hub_broken: 'Broken hub link',
    hub_silent: 'Silent hub',
    access_approved: 'Access approved',
    access_denied: 'Access denied',
    support_access: 'Support can see a location',
    test: 'Test',
  },
  kindHint: {
    low_battery: `The battery is below ${alertRules.batteryLowPct}%.`,
    silent: 'A device stops reporting. Sleeping devices do not trigger this alert.',
    power_cut: 'A device loses its external power.',
    tamper: 'A device is opened or taken off its mount.',
    hub_broken: 'The alarm hub of a device is no longer linked.',
    hub_silent: 'An alarm hub that reports directly stops reporting.',
  },
  channel: { portal: 'Portal', email: 'Email', push: 'Push' } satisfies Record<AlertChannel, string>,
  event,
  answered,
  noticed,
  ended,
  advice,
  adviceWhenOver,
  adviceForInstallers,
  testEvent: 'This is the test alert you requested.',
  requestPushTitle: 'Location request',
  /** Null: a device without a name. */
  requestPush: (device: string | null) => `Someone wants to see the location of ${device ?? 'one of your devices'}.`,
  /** For a device without a name: a serial number does not belong on a lock screen. */
  unnamed: 'One of your devices',

  // The bell
  ...alertsBellTexts,
  empty: 'No alerts. When a device needs your attention, an alert appears here.',
  loadFailed: 'The alerts could not be loaded.',
  more: 'Show more',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  notFound: 'There is no such alert, or it is not in your list.',
  listChanged: 'Your list of alerts has changed. Please try again.',
  markFailed: 'The alert could not be marked as read. Please try again.',
  open: (device: string) => `Open ${device}`,
  openShort: 'Open',
  close: 'Close',
  unread: 'Unread',
  lasts: 'Ongoing',
  settings: 'Alert settings',
  delivery: {
    waiting: 'sending',
    no_server: 'waiting, this portal has no mail server',
    quiet: (until: string) => `waits until ${until}`,
    sent: 'sent',
    over: 'not sent, already resolved',
    none: 'not sent',
    limit: 'not sent, daily limit reached',
    failed: 'could not be delivered',
  },

  // Settings
  title: 'Alerts',
  subtitle: 'Choose which alerts you get and how you get them.',
  kindHead: 'Alert',
  choice: (kind: string, channel: string) => `${kind}: ${channel}`,
  savedShort: 'Saved',
  quiet: 'Quiet hours',
  quietOn: 'Hold back emails and push messages at night',
  quietHint: (timeZone: string) =>
    `Times are in your time zone, ${timeZone}. The portal always shows alerts immediately.`,
  quietOver: 'Alerts that are resolved before quiet hours end are not sent, except power cuts and tampering.',
  quietPanic: 'Messages about a panic ignore quiet hours and are sent immediately.',
  quietFrom: 'From',
  quietTo: 'To',
  timeInvalid: 'Enter a time such as 22:00.',
  quietEmpty: 'Start and end must be different.',
  save: 'Apply',
  saveFailed: 'Your alert settings could not be saved. Please try again.',
  settingsFailed: 'Your alert settings could not be loaded.',
  notAllowed: 'Only users and installers get alerts.',

  // Push on this browser
  push: 'Push messages in this browser',
  pushWhy: 'Get alerts even when Trace is closed. They name the device and what happened, but never its location.',
  pushAsk: 'Your browser will ask whether Trace may show notifications.',
  pushTurnOn: 'Turn on push',
  pushTurnOff: 'Turn off push',
  pushDenied: 'This browser blocks notifications from Trace. Allow them in the site settings, then come back.',
  pushUnsupported: 'This browser cannot receive push messages.',
  pushIos:
    'On an iPhone or iPad, first put Trace on the Home Screen (Share, then Add to Home Screen) and open it there.',
  pushFailed: 'Push could not be turned on. Please try again.',
  pushOffFailed: 'Push could not be turned off. Please try again.',
  browsers: 'Browsers with push turned on',
  thisBrowser: 'this browser',
  browserRemove: (name: string) => `Remove ${name}`,
  browserAdded: (when: string) => `added ${when}`,
  browserPaused: 'paused until you open Trace there',
  browserInvalid: 'This browser does not have a compatible push service.',

  // 'Send me a test'
  test: 'Send me a test',
  testHint: 'Sends one message on each channel, even during quiet hours.',
  testFailed: 'The test could not be sent. Please try again.',
  testLimit: `You can send ${alertRules.testsPerWindow} tests in ${alertRules.testWindowMs / MINUTE_MS} minutes.`,
  testOutcome: {
    sent: 'sent',
    queued: 'sending',
    no_server: 'waiting, this portal has no mail server',
    no_browser: 'no browser has push turned on',
    failed: 'could not be delivered',
  },

  // Mail
  mailSubject: (kind: string, device: string) => `${kind}: ${device}`,
  mailText: (mail: { event: string; advice: string; when: string; url: string; settings: string }) =>
    `${mail.event}

${mail.when}

${mail.advice}

Open Trace:
${mail.url}

Choose which alerts you get and when:
${mail.settings}`,
  mailSince: (since: string, timeZone: string) => `Since ${since} (${timeZone}).`,
  mailOver: (since: string, until: string, timeZone: string) => `Started ${since}, resolved ${until} (${timeZone}).`,
  pushOver: (until: string) => `Resolved at ${until}.`,
  testSubject: 'Test alert from Trace',
  testMail: (url: string) => `This is the test alert you requested. Alerts about your devices will arrive the same way.

Open Trace:
${url}`,
  testPush: 'Test alert from Trace',
} as const;
