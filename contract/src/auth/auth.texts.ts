/** Words of sign-in, sign-out and protected pages. */
export const authTexts = {
  title: (product: string) => `Welcome to ${product}`,
  signIn: 'Sign In',
  supportLogin: 'Support staff login',
  signedIn: 'Signed in successfully',
  signInFailed: 'Failed to sign in',
  wrongCredentials: 'Incorrect email or password.',
  tooManyTries: 'Too many sign-in attempts. Please wait and try again.',
  busy: 'The server is busy. Please try again in a moment.',
  loggedOut: 'Logged out successfully',
  loggedOutOffline:
    'Logged out of this browser. Your session on the server will end when this browser is back online.',
  logoutFailed: 'Failed to log out',
  loading: 'Loading...',
  accessDenied: "Access denied. You don't have permission to view this page.",
  signOutAndSwitch: 'Sign Out and Switch Account',
  /** Account types as used in a sentence. */
  deniedTypes: (actual: string, required: string) =>
    `Your account type is ${actual}. This page requires the account type ${required}.`,
  deniedNext: 'You will be taken to your own area in a moment.',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  emailMissing: 'Enter your email address.',
  emailInvalid: 'Enter an email address, such as name@example.com.',
  passwordMissing: 'Enter your password.',
  promise: 'Know the moment it moves.',
  promisePoints: ['Built to work with the hub system', 'Plug and track in minutes', 'Zero setup for end-users'],
  unreachableTitle: 'The portal cannot be reached',
  tryAgain: 'Try again',
} as const;
