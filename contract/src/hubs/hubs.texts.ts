/** Words about hubs and their credentials (portal.md §8, back-office.md §5). */
export const hubsTexts = {
  title: 'Hub integration',
  username: 'Ajax username',
  password: 'Ajax password',
  code: 'Code of the authenticator app',
  verify: 'Verify',
  verifyAgain: 'Verify again',
  hubLabel: 'Hub for panic event monitoring',
  verified: (count: number) => `Credentials verified. ${count} ${count === 1 ? 'hub' : 'hubs'} found.`,
  online: 'Online',
  offline: 'Offline',
  notKnown: 'Not known',

  // HUB-01
  missing: 'Please enter username and password',
  failedTitle: 'Verification Failed',
  failed: 'Invalid Ajax credentials or API error',
  invalidAnswer: 'Invalid response from authentication service',
  invalidHubs: 'Invalid response format from hubs service',
  none: 'No hubs found for this account. Please ensure you have at least one Ajax hub configured.',

  // Beside the specification
  codeNeeded:
    'The hub service did not accept this. It may need the code of your authenticator app: check the password and enter the code.',
  codeInvalid: 'The code has six digits.',
  accountRefused: 'This kind of account may not be used here. Sign in with the account that the hub belongs to.',
  busy: 'The hub service asks us to wait. Please try again later.',
  unavailable: 'The hub service cannot be reached right now. Please try again later.',
  off: 'Linking hubs is off on this server: its operator has not set up the hub service.',
  tooMany: 'Too many tries. Please wait a moment.',
  notAllowed: 'Hubs are verified by the installer or the user of a device.',
  handleGone: 'The verification is over. Please verify the credentials again.',
  hubNotListed: 'This hub is not one of the account that was verified. Please verify the credentials again.',
} as const;
