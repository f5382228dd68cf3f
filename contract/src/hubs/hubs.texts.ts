/** Words about hubs and their credentials. */
export const hubsTexts = {
  title: 'Hub integration',
  username: 'Ajax username',
  password: 'Ajax password',
  code: 'Authenticator code',
  verify: 'Verify',
  verifyAgain: 'Verify again',
  hubLabel: 'Hub for panic event monitoring',
  verified: (count: number) => `Credentials verified. ${count} ${count === 1 ? 'hub' : 'hubs'} found.`,
  online: 'Online',
  offline: 'Offline',
  notKnown: 'Unknown',
  locatedAt: (coordinates: string) => `Located at ${coordinates}`,

  // HUB-01
  missing: 'Please enter username and password',
  failedTitle: 'Verification Failed',
  failed: 'Invalid Ajax credentials or API error',
  invalidAnswer: 'Invalid response from authentication service',
  invalidHubs: 'Invalid response format from hubs service',
  none: 'No hubs found for this account. Please ensure you have at least one Ajax hub configured.',

  // Beside the specification
  codeNeeded:
    'The hub service rejected the sign-in. Check the password. If the account uses two-step sign-in, enter the code from your authenticator app.',
  codeInvalid: 'The code has six digits.',
  accountRefused: "This account type can't be used here. Sign in with the account that owns the hub.",
  busy: 'The hub service is limiting our requests.',
  unavailable: 'The hub service cannot be reached right now. Please try again later.',
  off: 'Hubs cannot be linked: the operator of this portal has not set up the hub service.',
  tooMany: 'Too many attempts.',
  notAllowed: "Only a device's installer or user can verify hub credentials.",
  handleGone: 'The verification has expired. Please verify the credentials again.',
  hubNotListed: 'This hub does not belong to the verified account. Please verify the credentials again.',
} as const;
