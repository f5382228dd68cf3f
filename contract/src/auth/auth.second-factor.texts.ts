import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { removalRules } from './auth.second-factor.rules.ts';

const waitHours = removalRules.waitMs / HOUR_MS;

/** Words of the second factor: in the settings, and as the second step of signing in. */
export const secondFactorTexts = {
  title: 'Two-step sign-in',
  intro: 'A code from an authenticator app, asked for after your password.',
  on: 'On',
  off: 'Off',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'Two-step sign-in is on',
  turnedOff: 'Two-step sign-in is off',
  required: 'Your kind of account must keep it on.',
  turnOffTitle: 'Turn two-step sign-in off?',
  turnOffText: 'Your password alone will open your account again. Your recovery codes stop working.',

  setUpTitle: 'Set up two-step sign-in',
  setUpRequired: 'Your account needs a second step before you can go on.',
  scan: 'Scan this with your authenticator app.',
  scanAlt: 'QR code for your authenticator app',
  typeInstead: 'Or type this key into the app:',
  thenCode: 'Then enter the code that the app shows.',
  confirm: 'Confirm',
  cancel: 'Cancel',

  recoveryTitle: 'Your recovery codes',
  recoveryText:
    'Each code signs you in once if you lose your phone. Keep them somewhere safe: they are not shown again.',
  recoveryLeft: (left: number) => (left === 1 ? '1 recovery code left' : `${left} recovery codes left`),
  recoveryRenew: 'New recovery codes',
  recoveryRenewTitle: 'Make new recovery codes?',
  recoveryRenewText: 'The codes that you have now stop working.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The codes could not be copied. Please select them instead.',
  download: 'Download',
  downloadName: 'trace-recovery-codes.txt',
  kept: 'I have kept them',

  stepTitle: 'Enter your code',
  stepText: 'Open your authenticator app and enter its code.',
  code: 'Code',
  codeMissing: 'Enter the 6 digits of the code.',
  recoveryCode: 'Recovery code',
  recoveryCodeMissing: 'Enter one of your recovery codes.',
  useRecoveryCode: 'Use a recovery code instead',
  useApp: 'Use your authenticator app instead',
  continue: 'Continue',
  back: 'Back to sign-in',
  wrongCode: 'This code is not right, or it was used already.',
  wrongRecoveryCode: 'This recovery code is not right, or it was used already.',
  stepOver: 'This took too long. Please enter your password again.',
  setUpOver: 'This took too long. Please begin again.',
  alreadyOn: 'Two-step sign-in is on already.',
  notOn: 'Two-step sign-in is not on.',

  lost: 'I have lost my phone and my codes',
  lostTitle: 'Lost your second step?',
  lostText: `Ask support to remove it. They check with you first. It takes effect ${waitHours} hours after you ask, and we tell you by e-mail at once.`,
  lostAsk: 'Ask for removal',
  lostAsked: 'Your request is with support',
  lostWaiting: (when: string) => `Once support has approved it, your password alone signs you in from ${when}.`,
  lostApproved: (when: string) => `Support has approved it. Your password alone signs you in from ${when}.`,
  lostFailed: 'Your request could not be sent. Please try again.',

  cancelTitle: 'Keep two-step sign-in',
  cancelText: 'Somebody who knows your password asked to remove the second step of your sign-in.',
  cancelAction: 'Cancel the request',
  cancelled: 'The request is cancelled. Your second step stays.',
  cancelAdvice: 'If it was not you who asked, change your password now.',
  cancelUnknown: 'This request is over, or it was cancelled before.',
  cancelFailed: 'The request could not be cancelled. Please try again.',
} as const;

const lapseDays = removalRules.lapseMs / DAY_MS;

/** Mails that tell what changed about how somebody signs in; the change is never made by a link in them. */
export const secondFactorMails = {
  removalAsked: (link: string) => ({
    subject: 'Somebody asked to remove your second step',
    text: `Somebody who knows your password said that they lost the second step of your sign-in, and asked us to remove it.

If it was you: support will check with you. The second step is removed ${waitHours} hours after the request at the earliest. Without an approval the request lapses after ${lapseDays} days.

If it was not you, cancel the request here and change your password:
${link}

Signing in with your second step cancels it too.`,
  }),
  removed: {
    subject: 'Your second step was removed',
    text: 'As you asked, the second step of your sign-in was removed. Your password alone opens your account now. Set up a new second step in your settings as soon as you can.\n\nIf it was not you who asked, reset your password and contact support at once.',
  },
  turnedOn: {
    subject: 'Two-step sign-in is on',
    text: 'Your sign-in now asks for a code of your authenticator app. Keep your recovery codes somewhere safe.\n\nIf it was not you, reset your password and contact support at once.',
  },
  turnedOff: {
    subject: 'Two-step sign-in is off',
    text: 'Your sign-in no longer asks for a code.\n\nIf it was not you, reset your password and contact support at once.',
  },
  recoveryCodeUsed: (left: number) => ({
    subject: 'A recovery code was used',
    text: `Somebody signed in to your account with a recovery code. Codes left: ${left}.\n\nIf it was not you, reset your password and contact support at once.`,
  }),
} as const;
