/** The page on which the person on the training record says whether a claim is theirs (CERT-10). */
export const claimPageTexts = {
  title: 'Is this your certification?',
  text: 'The email names a person who signed up as an installer with your training certification. Was this you, or someone you trained?',
  effect:
    'If you confirm, that account gets the certification. If you decline, it stays available to the person on the training record.',
  yes: 'Yes, confirm it',
  no: 'No, decline it',
  confirmed:
    'Thank you. The certification is confirmed. While it is valid, the account can register and assign devices.',
  declined:
    'Thank you. That account will not get the certification. You can still sign up with this email address yourself.',
  failed: 'Your answer was not saved. Please try again.',
  /** The token is wrong, used or expired, or the claim ended otherwise. */
  over: 'This link no longer works. It has been used, has expired, or the request has ended. If you have a question, contact support.',
  toStart: 'Go to Trace',
} as const;

/** Mails about certifications. They stand here, because an installer's pages need none of them. */
export const certificationMails = {
  /** To the installer whose certification ends within 30 days. */
  expiring: {
    subject: 'Your installer certification expires soon',
    text: (number: string, day: string) =>
      [
        `Your installer certification ${number} expires on ${day}. After that, you cannot register or assign devices until it is renewed.`,
        '',
        'If you have renewed it already, contact support.',
      ].join('\n'),
  },

  /** To the installer whose certification has ended. */
  ended: {
    subject: 'Your installer certification has ended',
    text: (number: string, ended: string, day: string, until: string) =>
      [
        `Your installer certification ${number} ${ended} on ${day}.`,
        '',
        `You can service your devices until ${until}, but you cannot register or assign new ones. After that, your company's owner or support will take over.`,
        '',
        'If you have renewed it or think this is a mistake, contact support.',
      ].join('\n'),
  },

  /** To the address on record: a certification was found by its holder's name, not by this address (CERT-10). */
  claim: (claim: { number: string; name: string; email: string; link: string; until: string }) => ({
    subject: 'Did you sign up as an installer?',
    text: [
      `Someone signed up as an installer on Trace with the training certification ${claim.number}:`,
      '',
      `    Name: ${claim.name}`,
      `    Email: ${claim.email}`,
      '',
      'Was this you, or someone you trained? Answer yes or no here:',
      claim.link,
      '',
      `The link works once, until ${claim.until}. Without a yes, this account cannot register or assign devices.`,
    ].join('\n'),
  }),
  /** To the claimant with the result of the claim. */
  outcome: {
    confirmed: {
      subject: 'Your installer certification is confirmed',
      text: 'Your installer certification is confirmed. You can register and assign devices.',
    },
    ended: (because: string) => ({
      subject: 'Your account has no installer certification',
      text: [
        `Your Trace account has no installer certification. ${because}`,
        '',
        'You cannot register or assign devices. If this is a mistake, contact support.',
      ].join('\n'),
    }),
  },
} as const;
