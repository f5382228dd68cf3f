import { accessLinkTexts } from './location-access.link.texts.ts';
import { REQUEST_LIVES_MS, type AccessMinutes, type ViewKind, type ViewRight } from './location-access.rules.ts';
import { HOUR_MS } from '../kernel/time.ts';

/** Texts of location requests, grants and the access log. */
export const locationAccessTexts = {
  ...accessLinkTexts,

  // The user's side
  card: 'Location access requests',
  asks: (mail: { name: string; device: string; minutes: AccessMinutes }) =>
    `${mail.name} wants to see the location of ${mail.device} for ${minutesText(mail.minutes)}`,
  approve: 'Approve',
  deny: 'Deny',
  expired: 'Expired',
  respondFailedTitle: 'Error',
  respondFailed: 'Failed to respond to access request. Please try again.',
  canSeeNow: 'Can see your location now',
  endNow: 'End now',
  endsByItself: 'Access ends automatically. You can end it sooner.',

  // The installer's side
  requestTitle: 'Request Location Access',
  requestFailed: 'Request Failed',
  withdraw: 'Withdraw request',
  minutes: (count: AccessMinutes) => minutesText(count),

  // The access log
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
    installer_unassigned: 'Device had no user',
    break_glass: 'Support ticket',
    panic: 'Your emergency',
  } satisfies Record<ViewRight, string>,
  formerPerson: 'Deleted account',

  // Refusals
  notFound: 'There is no such request, or it is not yours.',
  grantRequired: 'Ask the user of this device for access to its location.',
  installerOnly: 'Until this device has a user, only the installer who registered it can see its location.',
  staffMayNot: "Only the device's user can answer this request.",
  ownDevice: 'You can already see the location of your own device.',
  notAssigned: 'This device has no user who could approve the request. Try again once it is assigned.',
  alreadyPending: 'You have already sent a request. It is waiting for an answer.',
  alreadyGranted: "You already have access to this device's location.",
  alreadyAnswered: 'This request has already been answered.',
  lapsed: 'This request is no longer open.',
  ended: 'This access has already ended.',
  otherPerson: 'You can only request your own data. Leave out the email address or use your own.',

  // Mails
  requestMailSubject: (device: string) => `Someone wants to see the location of ${device}`,
  requestMailText: (mail: { requester: string; email: string; device: string; minutes: AccessMinutes; url: string }) =>
    `${mail.requester} (${mail.email}) wants to see the location of ${mail.device} for ${minutesText(mail.minutes)}.\n\nApprove or deny the request on your dashboard:\n${mail.url}\n\nIf you do nothing, the request expires after ${REQUEST_LIVES_MS / HOUR_MS} hours and no access is given.`,
  answerMailSubject: (mail: { device: string; answer: 'approved' | 'denied' }) =>
    `Access to ${mail.device} was ${mail.answer}`,
  answerMailText: (mail: { device: string; answer: 'approved' | 'denied'; minutes: AccessMinutes; url: string }) =>
    mail.answer === 'approved'
      ? `You can now see the location of ${mail.device} for ${minutesText(mail.minutes)}. The user can end access sooner and can see when you viewed it.\n\nView the location:\n${mail.url}`
      : `The user of ${mail.device} denied your request to see its location.`,
} as const;

function minutesText(count: AccessMinutes): string {
  return `${count} minutes`;
}
