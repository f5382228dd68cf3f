import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { breakGlassRules } from '../location-access/break-glass/location-access.break-glass.rules.ts';
import type { ViewRight } from '../location-access/location-access.rules.ts';
import { backupRules, retentionRules } from '../retention/retention.rules.ts';
import { cookieRules, type CookieKind } from './privacy.cookies.rules.ts';
import type { Recipient } from './privacy.recipients.rules.ts';
import { storagePeriods } from './privacy.storage-periods.rules.ts';
import { storageNames, type StorageKind } from './privacy.storage.rules.ts';

type Row = readonly [string, string];

const count = (number: number, unit: string): string => (number === 1 ? `1 ${unit}` : `${number} ${unit}s`);
const years = (number: number): string => count(number, 'year');

/** '12 hours', in the largest unit that fits. */
function timeIn(ms: number): string {
  if (ms % DAY_MS === 0) return count(ms / DAY_MS, 'day');
  return ms % HOUR_MS === 0 ? count(ms / HOUR_MS, 'hour') : count(ms / MINUTE_MS, 'minute');
}

const cookieTexts: Record<CookieKind, string> = {
  session: 'Keeps you signed in. Removed when you sign out',
  browser:
    'Remembers that someone has signed in from this browser, so that strangers who guess passwords cannot lock you out',
  secondStep: 'Connects your password to the second step of a sign-in',
  signUp: 'Connects this browser to a sign-up that waits for its code',
};

/** The cookies that the server sets. */
export const cookieRows: readonly Row[] = Object.entries(cookieRules).map(([kind, { name, keptMs }]) => [
  name,
  `${cookieTexts[kind as CookieKind]}. Kept for ${timeIn(keptMs)} at most.`,
]);

const storageTexts: Record<StorageKind, string> = {
  colourScheme: 'Light or dark colours, until you clear the data of this site.',
  closedAnnouncement: 'Which announcement you closed. Removed when you sign out.',
  pingWaits: `Pings that wait for a sleeping device, up to ${count(storagePeriods.pingWaitsMs / HOUR_MS, 'hour')} after their end. Removed when you sign out.`,
  pushBrowsers:
    'Random ids of the accounts that turned on push notifications here. They name no person and stay after you sign out.',
  reload: 'When the page last reloaded after an update, until you close the tab.',
  lastState: `What you last saw, for the time without a network: your name, your devices and, for users, their positions, for ${count(storagePeriods.lastStateMs / DAY_MS, 'day')}. Removed when you sign out.`,
  registrations: `Registrations that an installer made without a network, until they are sent, and for ${count(storagePeriods.registrationsMs / DAY_MS, 'day')} at most.`,
  draft: `The registration that an installer is typing, for ${count(storagePeriods.draftMs / DAY_MS, 'day')}. Removed when it is sent or discarded, and when you sign out.`,
  pendingSignOut: 'That you signed out without a network, until the server knows. It names no person.',
  pageParts: 'Parts of the portal itself, so that it opens faster and without a network.',
};

/** The entries that the portal keeps in a browser besides cookies. */
export const storageRows: readonly Row[] = Object.entries(storageNames).map(([kind, name]) => [
  name,
  storageTexts[kind as StorageKind],
]);

/** Everyone but the user who can see the location of the user's devices, by the permission. */
export const viewerRows: Readonly<Record<Exclude<ViewRight, 'installer_unassigned'>, Row>> = {
  grant: [
    'Your installer',
    'Your name and email address, and the name and status of the devices they registered for you. The location only after you approve it, and only for the time you approve.',
  ],
  panic: [
    'Your panic contacts',
    'Your name, and that you chose them. In an emergency: what happened, how to reach you, and where your device is until the emergency ends. Each view is in your access log.',
  ],
  break_glass: [
    'Support staff',
    `Your account, companies, requests and emergencies, to help you. They see the last position of a device only for a request by you or about this device, for ${timeIn(breakGlassRules.livesMs)} at most. You are notified at once, and each view is in your access log.`,
  ],
};

const recipientTexts: Record<Recipient, Row> = {
  mapTiles: [
    'Map tiles',
    'Your browser loads map pictures from the map service (OpenFreeMap, or Google Maps where the operator chose it). The service sees your IP address and the area you look at. We do not send it your name or your devices. If the portal uses its own map, no outside service is involved.',
  ],
  payments: [
    'Payments',
    'When you open the checkout, the payment service receives your name, your email address and the number of your account from us, and what you enter there. It tells us whether your subscription is paid.',
  ],
  email: [
    'Email',
    'The service that delivers our emails sees your address and the content of the email, such as a confirmation code.',
  ],
  hubService: [
    'Hub service',
    "If an alarm hub is linked, its manufacturer's service receives the credentials entered for it and sends us the hubs of that account.",
  ],
  hubQueue: [
    'Event queue of the hub service',
    'If an alarm hub is linked, its alarms reach us through a queue that the hub service keeps at Amazon Web Services. We only read and delete events there.',
  ],
  push: [
    'Push services',
    "If you turn on push notifications, your browser's push service (Google, Apple or Mozilla, by your browser) delivers them. It sees that and when a message goes to your browser. The content is encrypted, so it cannot read it.",
  ],
  sms: [
    'SMS gateway',
    'Where the operator uses one, it receives the phone numbers of panic contacts, your own if you chose SMS for a panic, and the text of each message: your first name, what happened and a link.',
  ],
  fileStore: [
    'File store',
    'Where the operator uses an outside file store, it holds the logos of companies and the files that you or support attached to your support requests.',
  ],
};

export const recipientRows: readonly Row[] = Object.values(recipientTexts);

/** The periods that jobs enforce (`retentionPeriods` and `retentionJobs`). */
export const keptRows: readonly Row[] = [
  [
    'Location data',
    `${retentionRules.locationActiveDays} days active, then ${years(retentionRules.locationArchiveYears)} archived, then deleted. Whole days are moved, so a position can stay a day longer.`,
  ],
  ['Activity logs', years(retentionRules.activityLogYears)],
  [
    'Location access log',
    `${years(retentionRules.auditYears)}. After an account is deleted, the person is replaced by a pseudonym.`,
  ],
  ['Commands and device logs', `${retentionRules.commandDays} days`],
  ['Firmware updates of devices', `${retentionRules.commandDays} days after their rollout ends`],
  ['Events of alarm hubs', `${retentionRules.commandDays} days`],
  ['Alerts', `${retentionRules.alertDays} days after they end`],
  [
    'Panic contacts',
    `Until the user removes them. ${retentionRules.panicContactDays} days after they declined, stopped or left the request unanswered.`,
  ],
  [
    'Emergencies',
    `The timeline and who was notified: ${years(retentionRules.supportYears)}. Positions during an emergency: ${retentionRules.locationActiveDays} days.`,
  ],
  [
    'Emails we sent',
    `${retentionRules.mailDays} days. Their text is removed once they are sent, or a day after sending failed.`,
  ],
  ['Support communications', `${years(retentionRules.supportYears)} after the last message`],
  ['Audit log', `${years(retentionRules.auditYears)}. Entries of deleted accounts name no person.`],
  [
    'Backups',
    `Backups are encrypted. Deleted data leaves them ${timeIn(backupRules.keep * backupRules.everyHours * HOUR_MS)} later, unless the operator set another period. Backups from before an upgrade of the portal can stay until ${backupRules.keptBeforeUpgrades} later upgrades.`,
  ],
  ['Account info', 'Until deletion'],
  ['Analytics', 'Indefinite (anonymised)'],
];
