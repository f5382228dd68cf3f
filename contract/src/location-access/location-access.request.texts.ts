import type { AccessMinutes } from './location-access.rules.ts';

/** Words of asking for access to a location, on the installer's side. */
export const accessRequestTexts = {
  text: (device: string, user: string) =>
    `${user} decides whether you see where ${device} is, for how long you ask, and can end it sooner. Every look is written down for them.`,
  itsUser: 'Its user',
  forHowLong: 'For how long?',
  send: 'Ask for access',
  sent: (minutes: AccessMinutes) => `You asked for ${minutes} minutes. You see here when it is answered.`,
  waitingTitle: 'Access asked for',
  waiting: (mail: { minutes: AccessMinutes; ago: string; left: string }) =>
    `You asked for ${mail.minutes} minutes ${mail.ago}. Without an answer the request ends in ${mail.left}.`,
  withdrawn: 'The request is withdrawn.',
  keep: 'Keep waiting',
  close: 'Cancel',
  grantedTitle: 'You have access',
  granted: (left: string) => `You see this device for ${left} more.`,
  gaveUp: 'You gave up the access.',
} as const;
