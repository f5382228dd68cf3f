import type { AccessMinutes } from './location-access.rules.ts';

/** Own texts of the user's side: the request card, current viewers, and the access log. */
export const accessUserTexts = {
  asksText: (asked: { name: string; ago: string; left: string; minutes: AccessMinutes }) =>
    `${asked.name} asked ${asked.ago}. Expires in ${asked.left}. The ${asked.minutes} minutes start when you approve.`,
  wasAsked: (name: string) => `The request from ${name} has ended. No access was given.`,
  approveOf: (device: string) => `Approve access to ${device}`,
  denyOf: (device: string) => `Deny access to ${device}`,
  outcomes: {
    approved: (device: string) => `Approved: ${device}`,
    denied: (device: string) => `Denied: ${device}`,
  },
  approved: (given: { name: string; device: string; minutes: AccessMinutes }) =>
    `${given.name} can see ${given.device} for ${given.minutes} minutes. You can end it sooner.`,
  denied: (device: string) => `Request for ${device} denied. No access was given.`,

  leftOf: (minutes: AccessMinutes) => `left of ${minutes} minutes`,
  givenAt: (time: string) => `Approved at ${time}.`,
  notLooked: 'Not viewed yet.',
  looked: 'Last viewed',
  endOf: (name: string, device: string) => `End now: ${name}, ${device}`,
  ended: (name: string, device: string) => `${name} can no longer see ${device}.`,
  endFailed: 'The access could not be ended. Please try again.',
  worksAlone: 'Independent installer',
  panicContact: 'Panic contact',

  history: 'History',
  allDevices: 'All devices',
  device: 'Device',
  columns: { when: 'When', who: 'Who', device: 'Device', what: 'What they saw', why: 'Why they could' },
  liveFor: (duration: string) => `Live for ${duration}`,
  positions: (count: number) => (count === 1 ? '1 position' : `${count} positions`),
  grantOf: (minutes: AccessMinutes, time: string) => `${minutes} minutes, approved at ${time}`,
  nothingSeen:
    'No one has viewed your location. When someone else views it, an entry appears here. Entries cannot be deleted.',
  nothingSeenOf: 'No one has viewed the location of this device.',
  kept: 'Entries in this list cannot be deleted.',
  showEarlier: 'Show earlier',
  loading: 'Loading the access log...',
  loadFailed: 'The list could not be loaded.',
  tryAgain: 'Try again',
  context: 'Who can see your location now, and who has viewed it',
} as const;
