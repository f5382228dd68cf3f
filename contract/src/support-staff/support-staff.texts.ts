/** Words of the support staff's own sign-in and of the frame of their pages. */
export const supportStaffTexts = {
  loginTitle: 'Support staff login',
  signIn: 'Sign In as Support',
  denied: 'Access denied. This login is for TRACE support staff only.',
  /** To a signed-in person who is not staff. */
  noAccessTitle: 'Access Denied',
  noAccess: "You don't have support access",
  verifyFailed: 'Failed to verify support access',
  /** Leads to the main login, which sends the link to staff too. */
  forgot: 'Forgot password?',
  mainLogin: 'Back to main login',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  signOut: 'Sign Out',
  continue: 'Continue to the support dashboard',
  backToDashboard: 'Back to Dashboard',
  dashboard: 'Support',
  tools: 'Tools',
} as const;
