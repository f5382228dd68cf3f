import { alertsBellTexts } from './alerts.bell.texts.ts';
import type { AlertChannel, AlertKind } from './alerts.rules.ts';

/** What happened, with the device as its people call it. */
const told: Record<AlertKind, (device: string) => string> = {
  low_battery: (device) => `The battery of ${device} is low.`,
  silent: (device) => `${device} has stopped reporting.`,
  power_cut: (device) => `${device} lost its external power.`,
  tamper: (device) => `${device} was opened or taken off its mount.`,
  hub_broken: (device) => `The hub link of ${device} no longer works.`,
};

const ended: Record<AlertKind, string> = {
  low_battery: 'The battery is charged again.',
  silent: 'It reports again.',
  power_cut: 'The power is back.',
  tamper: 'It is closed again.',
  hub_broken: 'The hub is linked again.',
};

/** What it means, and what to do. */
const advice: Record<AlertKind, string> = {
  low_battery: 'Charge it, or check its power supply.',
  silent: 'It may be without power or without a network. What the map shows of it is old.',
  power_cut: 'It runs on its battery. Check the cable and the supply.',
  tamper: 'Look after it.',
  hub_broken:
    'The hub service no longer accepts the link, for example after a change of password. While the link is broken, a panic pressed on the hub may not reach Trace. A panic that the tracker itself reports still does. Link the hub again.',
};

export const alertsTexts = {
  kind: {
    low_battery: 'Low battery',
    silent: 'Silent device',
    power_cut: 'Power cut',
    tamper: 'Tamper',
    hub_broken: 'Broken hub link',
    test: 'Test',
  },
  kindHint: {
    low_battery: 'At 20 % and below.',
    silent: 'A device misses its reports. One that sleeps is not silent.',
    power_cut: 'A device loses its external power.',
    tamper: 'A device is opened or taken off its mount.',
    hub_broken: 'The alarm hub of a device is no longer linked.',
  },
  channel: { portal: 'Portal', email: 'E-mail', push: 'Push' } satisfies Record<AlertChannel, string>,
  told,
  ended,
  advice,
  testTold: 'This is the test that you asked for.',
  /** For a device without a name: a serial number does not belong on a lock screen. */
  unnamed: 'One of your devices',

  // The bell
  ...alertsBellTexts,
  empty: 'No alerts. You are told here when a device needs you.',
  loadFailed: 'The alerts could not be loaded.',
  more: 'Show more',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  listChanged: 'Your list of alerts has changed. Please try again.',
  markFailed: 'It could not be marked as read. Please try again.',
  open: (device: string) => `Open ${device}`,
  openShort: 'Open',
  close: 'Close',
  unread: 'Unread',
  lasts: 'Still so',
  settings: 'Alert settings',
  delivery: {
    waiting: 'on its way',
    quiet: (until: string) => `waits until ${until}`,
    sent: 'sent',
    over: 'not sent, it was over',
    none: 'not sent',
    limit: 'not sent, too many today',
    failed: 'could not be delivered',
  },

  // Settings
  title: 'Alerts',
  subtitle: 'What you are told of when a device needs you, and how.',
  quiet: 'Quiet hours',
  quietOn: 'Hold e-mail and push back at night',
  quietHint: (timeZone: string) => `Times are in your time zone, ${timeZone}. The portal shows alerts at once.`,
  quietOver: 'What is over by then is not sent, except a power cut and tampering.',
  quietFrom: 'From',
  quietTo: 'To',
  timeInvalid: 'Please enter a time such as 22:00.',
  quietEmpty: 'The end has to differ from the beginning.',
  save: 'Apply',
  saved: 'Your alerts are saved.',
  saveFailed: 'Your alerts could not be saved. Please try again.',
  settingsFailed: 'Your alert settings could not be loaded.',
  notAllowed: 'Alerts are for users and installers of devices.',

  // Push on this browser
  push: 'Push on this device',
  pushWhy:
    'Messages reach you also when Trace is closed. They name the device and what happened, and never where it is.',
  pushAsk: 'Your browser will ask whether Trace may show notifications.',
  pushTurnOn: 'Turn on push',
  pushTurnOff: 'Turn off push',
  pushOn: 'Push is on for this browser.',
  pushDenied:
    'This browser does not let Trace show notifications. Allow them in its settings for this site, then come back.',
  pushUnsupported: 'This browser cannot receive push messages.',
  pushIos:
    'On an iPhone or iPad, first put Trace on the Home Screen (Share, then Add to Home Screen) and open it there.',
  pushFailed: 'Push could not be turned on. Please try again.',
  pushOffFailed: 'Push could not be turned off. Please try again.',
  browsers: 'Browsers that get push',
  thisBrowser: 'this browser',
  browserRemove: (name: string) => `Remove ${name}`,
  browserAdded: (when: string) => `added ${when}`,
  browserRests: 'paused until you open Trace there',
  browserInvalid: 'This browser offers no push service that can be used.',

  // 'Send me a test'
  test: 'Send me a test',
  testHint: 'One message by each channel, also during quiet hours.',
  testFailed: 'The test could not be sent. Please try again.',
  testLimit: 'Three tests in ten minutes are enough. Please wait a little.',
  testOutcome: {
    sent: 'sent',
    queued: 'on its way',
    no_server: 'waits, this portal has no mail server',
    no_browser: 'no browser has push turned on',
    failed: 'could not be delivered',
  },

  // Mail
  mailSubject: (kind: string, device: string) => `${kind}: ${device}`,
  mailText: (mail: { told: string; advice: string; when: string; url: string; settings: string }) =>
    `${mail.told}

${mail.when}

${mail.advice}

${mail.url}

Which alerts reach you, and when, is your choice:
${mail.settings}`,
  mailSince: (since: string) => `Since ${since}.`,
  mailOver: (since: string, until: string) => `From ${since} to ${until}; it is over.`,
  pushOver: (until: string) => `It was over at ${until}.`,
  testSubject: 'A test of your alerts',
  testMail: (url: string) => `This is the test that you asked for. Alerts of your devices reach you like this.

${url}`,
  testPush: 'A test of your alerts',
} as const;
