import type { AccessMinutes } from './location-access.rules.ts';

/** Words of asking for access to a location, on the installer's side. */
export const accessRequestTexts = {
  text: (device: string, user: string) =>
    `${user} decides whether you can see the location of ${device} and can end access early. Every time you view it, ${user} sees an entry in their access log.`,
  itsUser: "The device's user",
  forHowLong: 'For how long?',
  send: 'Request access',
  sent: (minutes: AccessMinutes) =>
    `You requested ${minutes} minutes of access. You will get an alert when it is answered.`,
  waiting: (mail: { minutes: AccessMinutes; ago: string; left: string }) =>
    `You requested ${mail.minutes} minutes of access ${mail.ago}. The request expires in ${mail.left} if it is not answered.`,
  withdrawn: 'Request withdrawn.',
  keep: 'Keep waiting',
  close: 'Cancel',
  granted: (left: string) => `Your access ends in ${left}.`,
  gaveUp: 'You gave up your access.',
} as const;
