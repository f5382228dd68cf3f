import { accessLinkTexts } from './location-access.link.texts.ts';
import type { AccessMinutes, ViewKind, ViewRight } from './location-access.rules.ts';

/** Words of location requests, grants and the ledger (portal.md §2, §4, §8, §9). */
export const locationAccessTexts = {
  ...accessLinkTexts,

  // The user's side
  card: 'Location access requests',
  asks: (mail: { name: string; device: string; minutes: AccessMinutes }) =>
    `${mail.name} asks to see ${mail.device} for ${minutesText(mail.minutes)}`,
  approve: 'Approve',
  deny: 'Deny',
  expired: 'Expired',
  respondFailedTitle: 'Error',
  respondFailed: 'Failed to respond to access request. Please try again.',
  canSeeNow: 'Can see you now',
  endNow: 'End now',
  endsByItself: 'Each one ends by itself. You can end it sooner.',

  // The installer's side
  requestTitle: 'Request Location Access',
  requestFailed: 'Request Failed',
  requested: 'Location access requested',
  withdraw: 'Withdraw request',
  giveUp: 'Give up access',
  minutes: (count: AccessMinutes) => minutesText(count),

  // The ledger
  kinds: {
    ping: 'One position',
    last: 'Last known position',
    path: 'Path',
    live: 'Live',
    history: 'Ping history',
    export: 'Export',
  } satisfies Record<ViewKind, string>,
  rights: {
    grant: 'Your approval',
    installer_unassigned: 'Device without a user',
  } satisfies Record<ViewRight, string>,
  formerPerson: 'Deleted account',

  // Refusals
  notFound: 'There is no such request, or it is not yours.',
  grantRequired: 'Ask the user of this device for access to its location.',
  installerOnly: 'Before it has a user, only who registered this device sees where it is.',
  staffMayNot: 'Only the user of the device answers this.',
  ownDevice: 'You see the location of your own device already.',
  notAssigned: 'This device has no user: ask once it has one who can answer.',
  alreadyPending: 'You have asked already. The request waits for its answer.',
  alreadyGranted: 'You have access to the location of this device already.',
  alreadyAnswered: 'This request has been answered already.',
  lapsed: 'This request is no longer open.',
  ended: 'This access has ended already.',
  otherPerson: 'This is about the signed-in person only: leave the address out, or give your own.',

  // Mails
  requestMailSubject: (device: string) => `Somebody asks to see where ${device} is`,
  requestMailText: (mail: { requester: string; email: string; device: string; minutes: AccessMinutes; url: string }) =>
    `${mail.requester} (${mail.email}) asks to see the location of ${mail.device} for ${minutesText(mail.minutes)}.\n\nApprove or deny it on your dashboard. Without an answer the request ends after 24 hours, and nobody sees anything:\n${mail.url}`,
  answerMailSubject: (mail: { device: string; answer: 'approved' | 'denied' }) =>
    `Access to ${mail.device} was ${mail.answer}`,
  answerMailText: (mail: { device: string; answer: 'approved' | 'denied'; minutes: AccessMinutes; url: string }) =>
    mail.answer === 'approved'
      ? `You can see the location of ${mail.device} for ${minutesText(mail.minutes)} from now. The user can end it sooner, and sees when you look:\n${mail.url}`
      : `The user of ${mail.device} did not allow you to see its location.`,
} as const;

function minutesText(count: AccessMinutes): string {
  return `${count} minutes`;
}
