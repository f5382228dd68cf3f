import type { CertificationProblem, CertificationProgress } from './certification.rules.ts';

/** What stands in the box, in the spec's words (portal.md §8). */
const problems: Record<CertificationProblem, string> = {
  none_found: 'No certification found for your email or name. Please enter your certification number manually below.',
  lookup_failed: 'Failed to verify certification. Please try manual entry.',
  number_invalid: 'Invalid certification number. Please check your number and try again.',
  number_failed: 'Failed to verify certification number. Please try again.',
};

const states: Record<CertificationProgress['state'], string> = {
  unverified: 'Unverified',
  verifying: 'Verifying',
  verified: 'Verified',
  not_found: 'Not found',
};

/** Words of the installer's certification: at sign-up, and when it ends (portal.md §5, §8). */
export const certificationTexts = {
  title: 'Installer certification',
  states,
  problems,
  /** In place of 'Not found' where nobody could look. */
  notChecked: 'Not checked',
  intro: 'We look for your training by your email, then by your name.',
  autoVerify: 'Auto-Verify',
  tryAutoVerify: 'Try Auto-Verify',
  verify: 'Verify',
  numberLabel: 'Certification number',
  numberPlaceholder: 'CERT-001-2024',
  missingInformation: { title: 'Missing Information', text: 'Please fill in your name and email first' },
  missingNumber: { title: 'Missing Certification Number', text: 'Please enter your certification number' },
  emailInvalid: 'This does not look like an e-mail address.',
  verified: 'Certification Verified',
  verifiedNext: 'You can sign up as an installer.',
  helpTitle: 'No number yet?',
  help: {
    training: 'Complete the training',
    support: 'Contact support if you finished it less than a day ago',
    email: 'Check the e-mail: it must be the one you trained with',
  },
  trainingLink: 'Installer training',
  opensElsewhere: 'opens in a new tab',
  tooMany: (minutes: number) =>
    `Too many certification look-ups. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  otherPerson: 'You can only look up your own certification.',
  /** To an installer whose certification has ended, by the server. */
  ended: 'Your installer certification has ended, so you cannot register or assign devices. Please contact support.',
  noticeTitle: { expiring: 'Your certification ends soon', ended: 'Your certification has ended' },
  expiring: (number: string, day: string) =>
    `${number} ends on ${day}. After that you cannot register or assign devices until it is renewed.`,
  endedBecause: { revoked: 'was revoked', expired: 'expired' },
  servicing: (number: string, ended: string, day: string, until: string) =>
    `${number} ${ended} on ${day}. You can service your devices until ${until}, but not register or assign new ones.`,
  servicingOver: (number: string, ended: string, day: string, until: string) =>
    `${number} ${ended} on ${day}, and the time for servicing ended on ${until}. Your company's owner or support takes over your devices.`,
  mail: {
    subject: 'Your installer certification has ended',
    text: (name: string, number: string, ended: string, day: string, until: string) =>
      [
        `Hello ${name},`,
        '',
        `your installer certification ${number} ${ended} on ${day}.`,
        '',
        `Until ${until} you can service the devices that you look after. You cannot register or assign new ones. After that, your company's owner or support takes over.`,
        '',
        'If you have renewed it, or think that this is a mistake, please contact support.',
      ].join('\n'),
  },
} as const;
