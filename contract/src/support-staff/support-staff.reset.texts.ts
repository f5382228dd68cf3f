import { MINUTE_MS } from '../kernel/time.ts';
import { SUPPORT_RESET_LIVES_MS } from './support-staff.rules.ts';

/** SUPL-04: words of the Password Reset Tool, and the email to the person. */
export const supportResetTexts = {
  tool: 'Password Reset Tool',
  intro: `We email a reset link that works once, for ${SUPPORT_RESET_LIVES_MS / MINUTE_MS} minutes. Using the link signs the person out everywhere.`,
  email: 'Email address',
  takeover: 'Someone else may be using this account',
  takeoverHint: 'Signs the person out everywhere now. The current password and all passkeys stop working at once.',
  send: 'Send reset email',
  missing: 'Please enter an email address',
  failed: 'Failed to send password reset email',
  sent: (email: string) => `Password reset email sent to ${email}`,
  unknown: 'No account has this email address.',
  staff: 'Staff reset their own password at the support sign-in.',
  otherStaff: 'supportStaffEmail must be your own address.',

  takeoverMail: (link: string) => ({
    subject: 'Reset your Trace password',
    text: [
      'Trace support was told that someone else may be using your Trace account. You have been signed out everywhere, and your current password and passkeys no longer work. Choose a new password here:',
      link,
      '',
      `The link works once and expires after ${SUPPORT_RESET_LIVES_MS / MINUTE_MS} minutes. If it has expired, choose "Forgot password?" at the sign-in.`,
      'Support never sees your password and never asks for the link.',
    ].join('\n'),
  }),
  mail: (link: string) => ({
    subject: 'Reset your Trace password',
    text: [
      'Trace support sent you this link to reset the password of your Trace account. Choose a new password here:',
      link,
      '',
      `The link works once and expires after ${SUPPORT_RESET_LIVES_MS / MINUTE_MS} minutes. A new password signs you out everywhere.`,
      'Support never sees your password and never asks for the link. If you did not ask support for help, ignore this email.',
    ].join('\n'),
  }),
} as const;
