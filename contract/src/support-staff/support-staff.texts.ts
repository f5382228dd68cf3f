/** Words of the support staff's own sign-in. */
export const supportStaffTexts = {
  loginTitle: 'Support staff login',
  signIn: 'Sign In as Support',
  denied: 'Access denied. This login is for TRACE support staff only.',
  mainLogin: 'Back to main login',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  signOut: 'Sign Out',
} as const;
