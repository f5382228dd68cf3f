import { RESET_LINK_LIVES_MS } from './auth.reset.rules.ts';
import { passkeyMails } from '../factors/auth.passkeys.texts.ts';
import { MINUTE_MS } from '../../kernel/time.ts';

/** Words of the forgotten password. */
export const resetTexts = {
  forgot: 'Forgot password?',
  title: 'Reset your password',
  intro: "Enter your account's email address and we'll send you a link.",
  email: 'Email',
  send: 'Send link',
  sentTitle: 'Check your email',
  sent: `If an account exists for this address, a link is on its way. It expires after ${RESET_LINK_LIVES_MS / MINUTE_MS} minutes.`,
  sendFailed: 'Failed to send the link',
  back: 'Back to Sign In',
  newTitle: 'Choose a new password',
  newPassword: 'New password',
  save: 'Save password',
  saved: 'Your password has been changed. Please sign in.',
  /** The browser is signed in to another account than the one whose password was reset. */
  savedOther: (email: string) => `The password has been changed. You are still signed in as ${email}.`,
  saveFailed: 'Failed to change the password',
  requestNew: 'Request a new link',
  linkOver: 'This link no longer works. Request a new one.',
  everySessionEnds: 'This signs you out everywhere.',
  tooManyAsked: 'Too many reset links requested.',
  /** A stranger may have requested these links. The newest link in the mailbox works for half an hour. */
  tooManyForEmail: 'Several links were requested for this address already. Use the newest one, or wait.',
  tooManyTried: 'Too many attempts.',

  linkMail: (link: string, minutes: number) => ({
    subject: `Reset your Trace password`,
    text: [
      `Someone asked to reset the password of your Trace account. Choose a new password here:`,
      link,
      '',
      `The link works once and expires after ${minutes} minutes.`,
      "If this wasn't you, ignore this email. Your password stays the same.",
    ].join('\n'),
  }),
  changedMail: (portalUrl: string) => ({
    subject: `Your Trace password was changed`,
    text: [
      `The password of your Trace account was just changed through a link sent to this address. You have been signed out everywhere.`,
      passkeyMails.stay,
      '',
      "If this wasn't you, reset your password immediately:",
      portalUrl,
    ].join('\n'),
  }),
} as const;
