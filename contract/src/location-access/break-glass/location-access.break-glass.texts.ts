import { MINUTE_MS } from '../../kernel/time.ts';
import { breakGlassRules } from './location-access.break-glass.rules.ts';

const minutes = breakGlassRules.livesMs / MINUTE_MS;

/** SUPL-07: words of the access of support to a location, for staff and for the device's user. */
export const breakGlassTexts = {
  title: 'Location',
  intro: `Support sees a location only for a ticket, for at most ${minutes} minutes. The device's user is told at once and sees each view.`,
  ticket: 'Ticket',
  reason: 'Reason',
  reasonHint: `${breakGlassRules.reasonMinLength} to ${breakGlassRules.reasonMaxLength} characters. The reason is kept on record.`,
  show: `Show for ${minutes} minutes`,
  endNow: 'End now',
  left: (time: string) => `${time} left`,
  forTicket: (number: string) => `For ${number}`,
  forTicketUntil: (number: string, time: string) => `For ${number}, until ${time}`,
  told: 'The user has been told.',
  noUser: 'This device has no user to tell. The access is on record.',
  noPosition: 'This device has not sent a position yet.',
  positionAge: 'Last known position',
  loadFailed: 'Failed to load the location',
  openFailed: 'Failed to show the location',
  endFailed: 'Failed to end the access',
  ended: 'The access has ended',
  needsTicket: 'To see the location, open the device from a ticket about it.',

  reasonShort: `Give a reason of at least ${breakGlassRules.reasonMinLength} characters.`,
  reasonLong: `Use at most ${breakGlassRules.reasonMaxLength} characters.`,
  noDevice: 'There is no such device.',
  noTicket: 'There is no such ticket.',
  ticketOver: 'This ticket is finished. Reopen it first.',
  otherTicket: 'This ticket is about another device, or its person neither uses nor services this device any more.',
  alreadyOpen: 'You already see the location of this device.',
  notActive: 'Your staff account is not active any more.',
  notRunning: 'This access has ended. Give a reason to see the location again.',

  /** The viewer in the user's access log. */
  viewer: 'Trace support',
  mailSubject: (device: string) => `Trace support can see the location of ${device}`,
  mailText: (mail: { device: string; ticket: string; url: string }): string =>
    [
      `Trace support can see the last known position of ${mail.device} for ${minutes} minutes, to work on ticket ${mail.ticket}.`,
      '',
      'Each view is recorded. See who viewed your location, and when:',
      mail.url,
      '',
      'If this surprises you, open a support request in the portal.',
    ].join('\n'),
} as const;
