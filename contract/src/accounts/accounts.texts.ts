import { passkeyMails } from '../auth/factors/auth.passkeys.texts.ts';
import { DELETE_PHRASE } from './accounts.rules.ts';

/** Words of the account settings. */
export const accountsTexts = {
  title: 'Account Settings',
  context: 'Your details, sign-in and data',
  partsLabel: 'Parts of this page',
  parts: {
    profile: 'Profile',
    security: 'Sign-in and security',
    privacy: 'Location privacy',
    data: 'Your data and account',
  },
  personal: 'Personal Information',
  account: 'Account Information',
  appearance: 'Appearance',
  appearanceText: 'Saved in this browser only.',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone number',
  notProvided: 'Not provided',
  username: 'Username',
  type: 'Account type',
  status: 'Status',
  active: 'Active',
  company: 'Company',
  businessName: 'Business name',
  timeZone: 'Time zone',
  timeZoneText: 'Times are shown in this time zone.',
  timeZoneOfPings: 'Your daily ping counter resets at midnight in this time zone.',
  timeZoneLater: 'Pings already used today still count until the current day ends.',
  colours: 'Colours',
  schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
  types: { user: 'User', installer: 'Installer', staff: 'Support staff' },

  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Changes saved.',
  updateFailed: 'Failed to update account settings',
  loadFailed: 'Your account could not be loaded.',
  tryAgain: 'Try again',
  firstNameMissing: 'Enter your first name.',
  lastNameMissing: 'Enter your last name.',
  businessNameMissing: 'Enter your business name.',
  tooLong: (most: number) => `Use at most ${most} characters.`,
  oneLine: 'Use plain text on one line.',
  phoneInvalid: 'Enter a phone number with its country code, such as +61 412 345 678.',
  timeZoneUnknown: 'Unknown time zone.',
  businessOfInstallers: 'Only installers have a business name.',

  changeEmail: 'Change email',
  changeEmailText: 'We will send a code to the new address. Your username changes once you enter the code here.',
  newEmail: 'New email',
  emailInvalid: 'Enter an email address, such as name@example.com.',
  emailSame: 'This is already your email address.',
  tooManyMails: 'Several codes were requested for this address already.',
  sendCode: 'Send code',
  codeSent: (email: string) => `If ${email} is available, we have sent a code to it.`,
  code: 'Code',
  codeMissing: 'Enter the code from the email.',
  codeWrong: 'This code is incorrect.',
  codeOver: 'This code is no longer valid. Request a new one.',
  confirmEmail: 'Change my email',
  emailTaken: 'This email address is no longer available. Choose another one.',
  emailChanged: (email: string) => `Your email is now ${email}.`,
  emailWaits: (email: string) => `Waiting for the code sent to ${email}`,
  enterCode: 'Enter code',
  newCode: 'New code or other address',

  changePassword: 'Change password',
  changePasswordText: 'You will be signed out of all other sessions.',
  newPassword: 'New password',
  repeatPassword: 'Repeat new password',
  passwordMissing: 'Enter a new password.',
  passwordsDiffer: 'The passwords do not match.',
  passwordSame: 'Choose a password that is different from your current one.',
  passwordChanged: 'Your password has been changed. You have been signed out of all other sessions.',

  data: 'Your data',
  dataText: 'What Trace stores about you, in one file. The file says what it leaves out and how to get it.',
  download: 'Download my data',
  downloadName: (day: string) => `trace-data-${day}.json`,
  downloadFailed: 'Your data could not be downloaded.',

  danger: 'Danger Zone',
  delete: 'Delete account',
  deleteText: 'Your account, subscription and device assignments will end immediately. This cannot be undone.',
  deleteDevices: 'Devices that you registered stay with their users and your company.',
  deleteEmergency: 'An open emergency of yours ends, and everyone who was told about it gets a message.',
  deleteKept: 'Download your data first if you want to keep it.',
  deleteType: `Type "${DELETE_PHRASE}" to continue`,
  deletePhraseWrong: `Type "${DELETE_PHRASE}".`,
  deleteFailed: 'Failed to delete account. Please contact support.',
  deleted: 'Your account has been deleted.',
  proveForPhone: "Confirm it's you to change your phone number.",
  proveForDelete: "Confirm it's you again.",
  staffStays: 'Ask a colleague with the admin flag to deactivate your staff account.',
} as const;

/** Words of the mails about an account. */
export const accountsMails = {
  code: {
    subject: 'Your code for a new email address',
    text: (code: string, minutes: number) =>
      `${code} is your code for using this address with your Trace account. It expires after ${minutes} minutes.\n\n` +
      'If you did not request it, ignore this email. Nothing will change.',
  },
  /** Mail to an address that belongs to another account. The mail does not reveal to the address's owner who asked. */
  taken: {
    subject: 'Your email address was entered in Trace',
    text:
      'Someone tried to use this address for another Trace account. It already belongs to your account, so nothing changes.\n\n' +
      'If this was you, delete this account or change its address first.',
  },
  asked: {
    subject: 'Request to change your email address',
    text: (email: string) =>
      `Someone signed in to your Trace account asked to change its email address to ${email}. ` +
      'The change takes effect once the code sent to that address is entered.\n\n' +
      "If this wasn't you, change your password now and end your other sessions.",
  },
  changed: {
    subject: 'Your email address has changed',
    text: (email: string) =>
      `Your Trace account now uses ${email}. You can no longer sign in with this address.\n\n` +
      "If this wasn't you, contact support immediately.",
  },
  phone: {
    subject: 'Your phone number has changed',
    text: (phone: string | null) =>
      (phone === null
        ? 'The phone number of your Trace account was removed. In an emergency of yours, no one can call you.\n\n'
        : `The phone number of your Trace account is now ${phone}. In an emergency of yours, people who help you call it.\n\n`) +
      "If this wasn't you, change your password now and end your other sessions.",
  },
  password: {
    subject: 'Your password has changed',
    text:
      `The password of your Trace account was changed and you were signed out of all other sessions. ${passkeyMails.stay}\n\n` +
      "If this wasn't you, reset your password now.",
  },
  deleted: {
    subject: 'Your Trace account has been deleted',
    text:
      'Your Trace account has been deleted. Your subscription and device assignments have ended, and you have been signed out everywhere.\n\n' +
      "Thank you for using Trace. If this wasn't you, contact support immediately.",
  },
} as const;
