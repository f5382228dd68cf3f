/** Words of sign-in, sign-out and protected pages (portal.md §2, §8). */
export const authTexts = {
  title: (product: string) => `Welcome to ${product}`,
  signIn: 'Sign In',
  supportLogin: 'Support staff login',
  signedIn: 'Signed in successfully',
  signInFailed: 'Failed to sign in',
  wrongCredentials: 'The e-mail or the password is not right.',
  tooManyTries: 'Too many attempts to sign in. Please wait and try again.',
  loggedOut: 'Logged out successfully',
  logoutFailed: 'Failed to log out',
  loading: 'Loading...',
  accessDenied: "Access denied. You don't have permission to view this page.",
  signOutAndSwitch: 'Sign Out and Switch Account',
  /** The kinds of people as a sentence names them. */
  deniedTypes: (actual: string, required: string) =>
    `You are signed in as ${actual}. This page is for the type ${required}.`,
  deniedNext: 'You will be taken to your own area in a moment.',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  emailMissing: 'Enter your e-mail address.',
  emailInvalid: 'This does not look like an e-mail address.',
  passwordMissing: 'Enter your password.',
  promise: 'Know the moment it moves.',
  promisePoints: ['Built to work with the hub system', 'Plug and track in minutes', 'Zero setup for end-users'],
  unreachableTitle: 'The portal cannot be reached',
  tryAgain: 'Try again',
} as const;
