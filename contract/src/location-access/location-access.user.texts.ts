import type { AccessMinutes } from './location-access.rules.ts';

/** Our own words of the user's side: the card of requests, who can see them now, and the ledger. */
export const accessUserTexts = {
  asksText: (asked: { name: string; ago: string; left: string; minutes: AccessMinutes }) =>
    `${asked.name} asked ${asked.ago}. Expires in ${asked.left}. The ${asked.minutes} minutes start when you approve.`,
  wasAsked: (name: string) => `${name} asked. The request is over; nobody was let in.`,
  approveOf: (device: string) => `Approve access to ${device}`,
  denyOf: (device: string) => `Deny access to ${device}`,
  outcomes: {
    approved: (device: string) => `Approved: ${device}`,
    denied: (device: string) => `Denied: ${device}`,
  },
  approved: (given: { name: string; device: string; minutes: AccessMinutes }) =>
    `${given.name} can see ${given.device} for ${given.minutes} minutes. You can end it sooner.`,
  denied: (device: string) => `The request for ${device} is denied. Nobody sees anything.`,
  dismiss: 'Dismiss',

  leftOf: (minutes: AccessMinutes) => `left of ${minutes} minutes`,
  givenAt: (time: string) => `Given at ${time}.`,
  notLooked: 'Has not looked yet.',
  looked: 'Last looked',
  endOf: (name: string, device: string) => `End now: ${name} and ${device}`,
  ended: (name: string, device: string) => `${name} can no longer see ${device}.`,
  endFailed: 'The access could not be ended. Please try again.',
  worksAlone: 'Works for themselves',

  history: 'History',
  allDevices: 'All devices',
  device: 'Device',
  columns: { when: 'When', who: 'Who', device: 'Device', what: 'What they saw', why: 'Why they could' },
  liveFor: (duration: string) => `Live for ${duration}`,
  positions: (count: number) => (count === 1 ? '1 position' : `${count} positions`),
  grantOf: (minutes: AccessMinutes, time: string) => `${minutes} minutes, given at ${time}`,
  nothingSeen: 'Nobody has looked. Each look of somebody else stands here, and nobody can remove it.',
  nothingSeenOf: 'Nobody has looked at this device.',
  kept: 'Nothing can be removed from this list.',
  showEarlier: 'Show earlier',
  loading: 'Loading who looked...',
  loadFailed: 'The list could not be loaded.',
  tryAgain: 'Try again',
  context: 'Who can see where your things are, and who has looked',
} as const;
