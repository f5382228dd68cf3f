/** Words of the forgotten password. */
export const resetTexts = {
  forgot: 'Forgot password?',
  title: 'Reset your password',
  intro: 'Enter the e-mail of your account and we send you a link.',
  email: 'Email',
  send: 'Send link',
  sentTitle: 'Check your e-mail',
  sent: 'If there is an account with this address, a link is on its way. It works for 30 minutes.',
  sendFailed: 'Failed to send the link',
  back: 'Back to Sign In',
  newTitle: 'Choose a new password',
  newPassword: 'New password',
  save: 'Save password',
  saved: 'Your password is changed. Please sign in.',
  saveFailed: 'Failed to change the password',
  linkOver: 'This link no longer works. Please ask for a new one.',
  everySessionEnds: 'Every session of your account ends: sign in again wherever you were.',
  tooManyAsked: 'Too many links were asked for. Please wait and try again.',
  tooManyTried: 'Too many attempts. Please wait and try again.',

  linkMail: (link: string, minutes: number) => ({
    subject: `Reset your Trace password`,
    text: [
      `Somebody asked for a new password of your Trace account. Choose one here:`,
      '',
      link,
      '',
      `The link works once and for ${minutes} minutes.`,
      'If it was not you, ignore this e-mail: your password stays as it is.',
    ].join('\n'),
  }),
  changedMail: (portalUrl: string) => ({
    subject: `Your Trace password was changed`,
    text: [
      `The password of your Trace account was just changed by a link that was sent to this address. Every session was ended.`,
      '',
      `If it was not you, ask for a new password at once: ${portalUrl}`,
    ].join('\n'),
  }),
} as const;
