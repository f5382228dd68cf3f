import { DAY_MS } from '../../kernel/time.ts';
import { panicContactRules, type ContactChannel } from '../panic-contacts.rules.ts';

/** Words of the page on which a contact answers (PANIC-07). */
export const consentTexts = {
  title: 'Panic contact',
  loading: 'Loading the request...',
  failed: 'Failed to load the request',
  tryAgain: 'Try again',
  gone: 'This link no longer works',
  goneWhy: `It was used, it is older than ${panicContactRules.invitationMs / DAY_MS} days, or the request was withdrawn. Each email and each test to a panic contact has a link to stop.`,
  asks: (name: string): string => `${name} asks you to be a panic contact`,
  by: { email: 'This answer is for messages by email and push.', phone: 'This answer is for messages by SMS.' },
  meaning: 'What it means',
  meanings: (name: string): readonly string[] => [
    `When ${name} presses a panic button, Trace sends you a message at once or when no one else has answered.`,
    'These messages come at any hour. Quiet hours in a Trace account do not hold them back.',
    `You see where ${name} is only during the emergency. Each look is on record, and ${name} can read the record.`,
    `${name} can send you a test to check that messages reach you. It is marked as a test.`,
    'You can stop at any time, from a link in each email and each test.',
  ],
  drills: 'Also send me monthly tests',
  drillsWhy: (name: string): string => `A test of ${name}'s whole alarm chain, marked as a test.`,
  noEmergencyService: 'Trace does not replace emergency services. In an emergency, call them.',
  agree: 'Agree',
  decline: 'Decline',
  answerFailed: 'Failed to send your answer',
  isContact: (name: string): string => `You are a panic contact of ${name}`,
  channels: (channels: readonly ContactChannel[]): string =>
    `You get messages by ${channels.map((channel) => channelNames[channel]).join(', ')}.`,
  keep: 'Keep this link. It lets you change your mind at any time:',
  stop: (name: string): string => `Stop being a contact of ${name}`,
  stopNow: 'Stop',
  stopQuestion: (name: string): string => `${name} will no longer reach you in an emergency. We tell ${name}.`,
  keepOn: 'Stay a contact',
  left: (name: string): string => `You are not a panic contact of ${name}`,
  leftWhy: (name: string): string => `You get no messages. We told ${name}. ${name} cannot ask again for 30 days.`,
  whatIsTrace: 'Trace is a portal for GPS trackers and alarm hubs.',
} as const;

const channelNames: Record<ContactChannel, string> = { push: 'push in your browser', email: 'email', sms: 'SMS' };
