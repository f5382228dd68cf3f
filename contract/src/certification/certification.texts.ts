import type { CertificationProblem, CertificationProgress } from './certification.rules.ts';

/** The texts of the box, as quoted in the specification. */
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

/** Texts for the installer's certification: at sign-up, and at its end. */
export const certificationTexts = {
  title: 'Installer certification',
  states,
  problems,
  /** Replaces 'Not found' when the lookup could not run. */
  notChecked: 'Not checked',
  intro: 'We look up your training by email, then by name.',
  autoVerify: 'Auto-Verify',
  tryAutoVerify: 'Try Auto-Verify',
  verify: 'Verify',
  numberLabel: 'Certification number',
  numberPlaceholder: 'CERT-001-2024',
  missingInformation: { title: 'Missing Information', text: 'Please fill in your name and email first' },
  missingNumber: { title: 'Missing Certification Number', text: 'Please enter your certification number' },
  emailInvalid: 'Enter an email address, such as name@example.com.',
  verified: 'Certification Verified',
  verifiedNext: 'You can sign up as an installer.',
  verifiedByName:
    'If your training record has a different email address, we will email that address to confirm it was you. Until then, you cannot register or assign devices.',
  helpTitle: 'No number yet?',
  help: {
    training: 'Complete the training',
    support: 'Contact support if you finished it less than a day ago',
    email: 'Check that your email address is the one you used for the training',
  },
  trainingLink: 'Installer training',
  opensElsewhere: 'opens in a new tab',
  tooMany: 'Too many certification lookups.',
  otherPerson: 'You can only look up your own certification.',
  /** Why the server refuses to register or assign a device, by the state of the installer's certification. */
  blocked: {
    ended: 'Your installer certification has ended, so you cannot register or assign devices. Contact support.',
    awaiting_confirmation:
      'Your installer certification is not confirmed yet, so you cannot register or assign devices. We have emailed the address on the training record.',
    missing: 'Your account has no installer certification, so you cannot register or assign devices. Contact support.',
  },
  noticeTitle: {
    expiring: 'Your certification expires soon',
    ended: 'Your certification has ended',
    awaiting_confirmation: 'Your certification is waiting for confirmation',
    missing: 'Your account has no certification',
  },
  awaiting: (until: string) =>
    `We found your training record by your name, but it has a different email address. We have emailed that address to ask if it was you. You can register and assign devices once this is confirmed. If you cannot open that email, contact support before ${until}.`,
  missingBecause: {
    declined: 'The person at the email address on the training record answered that it was not you.',
    expired: 'No one answered our email to the address on the training record in time.',
    taken: 'The person with the email address on the training record signed up with this certification.',
    released: 'Support released the certification from your account.',
  },
  missingNext: 'You cannot register or assign devices. If this is a mistake, contact support.',
  expiring: (number: string, day: string) =>
    `${number} expires on ${day}. After that you cannot register or assign devices until it is renewed.`,
  endedBecause: { revoked: 'was revoked', expired: 'expired' },
  servicing: (number: string, ended: string, day: string, until: string) =>
    `${number} ${ended} on ${day}. You can service your devices until ${until}, but not register or assign new ones.`,
  servicingOver: (number: string, ended: string, day: string, until: string) =>
    `${number} ${ended} on ${day}, and the servicing period ended on ${until}. Your company's owner or support will take over your devices.`,
} as const;
