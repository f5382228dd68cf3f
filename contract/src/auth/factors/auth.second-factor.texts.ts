import { DAY_MS, HOUR_MS } from '../../kernel/time.ts';
import { removalRules, secondFactorLimits } from './auth.second-factor.rules.ts';

const waitHours = removalRules.waitMs / HOUR_MS;

/** Words of the second factor: in the settings, and as the second step of signing in. */
export const secondFactorTexts = {
  title: 'Two-step sign-in',
  intro: 'After your password, you enter a code from an authenticator app.',
  on: 'On',
  off: 'Off',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'Two-step sign-in is on',
  turnedOff: 'Two-step sign-in is off',
  required: 'Two-step sign-in is required for your account type.',
  turnOffTitle: 'Turn off two-step sign-in?',
  turnOffText: 'You will sign in with only your password. Your recovery codes will stop working.',

  setUpTitle: 'Set up two-step sign-in',
  setUpRequired: 'Your account requires two-step sign-in. Set it up to continue.',
  scan: 'Scan this with your authenticator app.',
  scanAlt: 'QR code for your authenticator app',
  typeInstead: 'Or type this key into the app:',
  thenCode: 'Then enter the code shown in the app.',
  confirm: 'Confirm',
  cancel: 'Cancel',

  recoveryTitle: 'Your recovery codes',
  recoveryText:
    'Each code signs you in once if you lose your phone. Store them somewhere safe. They will not be shown again.',
  recoveryLeft: (left: number) => (left === 1 ? '1 recovery code left' : `${left} recovery codes left`),
  recoveryRenew: 'New recovery codes',
  recoveryRenewTitle: 'Create new recovery codes?',
  recoveryRenewText: 'Your current codes will stop working.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy the codes. Select and copy them yourself.',
  download: 'Download',
  downloadName: 'trace-recovery-codes.txt',
  kept: "I've saved them",

  stepTitle: 'Enter your code',
  stepText: 'Enter the code from your authenticator app.',
  code: 'Code',
  codeMissing: 'Enter the 6-digit code.',
  recoveryCode: 'Recovery code',
  recoveryCodeMissing: 'Enter one of your recovery codes.',
  useRecoveryCode: 'Use a recovery code instead',
  useApp: 'Use your authenticator app instead',
  continue: 'Continue',
  back: 'Back to sign-in',
  wrongCode: 'This code is incorrect or has already been used.',
  wrongRecoveryCode: 'This recovery code is incorrect or has already been used.',
  stepOver: 'This took too long. Please enter your password again.',
  setUpOver: 'This took too long. Please start again.',
  alreadyOn: 'Two-step sign-in is already on.',
  notOn: 'Two-step sign-in is not on.',

  lost: "I've lost my phone and my recovery codes",
  lostTitle: 'Lost access to two-step sign-in?',
  lostText: `Ask support to turn off two-step sign-in. They will verify your identity first. It stays on for at least ${waitHours} hours after your request. We will email you straight away.`,
  lostAsk: 'Request removal',
  lostAsked: 'Request sent to support',
  lostWaiting: (when: string) => `If support approves it, you can sign in with only your password from ${when}.`,
  lostApproved: (when: string) => `Support approved it. You can sign in with only your password from ${when}.`,
  lostNotWaiting: 'This account has no removal request waiting for approval.',
  lostFailed: 'Your request could not be sent. Please try again.',

  cancelIncomplete:
    'This link is incomplete. Open it again from the email, or copy its whole address into your browser.',
  cancelTitle: 'Keep two-step sign-in',
  cancelText: 'Someone who knows your password asked to turn off two-step sign-in for your account.',
  cancelAction: 'Cancel the request',
  cancelled: 'Request cancelled. Two-step sign-in stays on.',
  cancelAdvice: "If you didn't make this request, change your password now.",
  cancelUnknown: 'This request has ended or was already cancelled.',
  cancelFailed: 'The request could not be cancelled. Please try again.',
} as const;

const lapseDays = removalRules.lapseMs / DAY_MS;

/** Mails that notify of a change to an account's sign-in. No link in these mails makes the change. */
export const secondFactorMails = {
  removalAsked: (link: string) => ({
    subject: 'Someone asked to turn off your two-step sign-in',
    text: `Someone who knows your password told us they lost access to two-step sign-in and asked us to turn it off.

If this was you, support will verify your identity. Two-step sign-in stays on for at least ${waitHours} hours after the request. If support does not approve the request, it expires after ${lapseDays} days.

If this wasn't you, cancel the request here and change your password:
${link}

Signing in with a code also cancels the request.`,
  }),
  removed: {
    subject: 'Two-step sign-in was turned off',
    text: "As requested, two-step sign-in was turned off. You can now sign in with only your password. Turn on two-step sign-in again in your settings as soon as you can.\n\nIf you didn't request this, reset your password and contact support immediately.",
  },
  turnedOn: {
    subject: 'Two-step sign-in is on',
    text: "When you sign in, Trace now asks for a code from your authenticator app. Store your recovery codes somewhere safe.\n\nIf this wasn't you, reset your password and contact support immediately.",
  },
  turnedOff: {
    subject: 'Two-step sign-in is off',
    text: "You can now sign in without a code.\n\nIf this wasn't you, reset your password and contact support immediately.",
  },
  wrongCodes: {
    subject: 'Wrong codes for your two-step sign-in',
    text: `Someone entered the right password of your Trace account, but ${secondFactorLimits.wrongCodesToMail} wrong codes for two-step sign-in within a day.\n\nIf this was you, you don't need to do anything.\n\nIf this wasn't you, someone knows your password. Change it now.`,
  },
  recoveryCodesRenewed: {
    subject: 'New recovery codes were created',
    text: "Your Trace account has new recovery codes for two-step sign-in. The earlier codes no longer work.\n\nIf this wasn't you, reset your password, create new codes in your settings and contact support immediately.",
  },
  recoveryCodeUsed: (left: number) => ({
    subject: 'A recovery code was used',
    text: `Someone signed in to your account with a recovery code. Recovery codes left: ${left}.\n\nIf this wasn't you, reset your password and contact support immediately.`,
  }),
} as const;
