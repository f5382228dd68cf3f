import { DELETE_PHRASE } from './accounts.rules.ts';

/** Words of the account settings (portal.md §2, §5, §8). */
export const accountsTexts = {
  title: 'Account Settings',
  context: 'What this portal knows of you',
  personal: 'Personal Information',
  account: 'Account Information',
  appearance: 'Appearance',
  appearanceText: 'Kept in this browser.',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone number',
  noPhone: 'None',
  email: 'Email',
  username: 'Username',
  type: 'Account type',
  status: 'Status',
  active: 'Active',
  company: 'Company',
  businessName: 'Business name',
  timeZone: 'Time zone',
  timeZoneText: 'The ping counter starts anew at midnight there.',
  timeZoneLater: 'Pings used today stay counted until this day of the counter ends.',
  colours: 'Colours',
  schemes: { auto: 'Like the system', light: 'Light', dark: 'Dark' },
  types: { user: 'User', installer: 'Installer', staff: 'Support staff' },

  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Your changes are saved.',
  updateFailed: 'Failed to update account settings',
  loadFailed: 'Your account could not be loaded.',
  tryAgain: 'Try again',
  firstNameMissing: 'Enter your first name.',
  lastNameMissing: 'Enter your last name.',
  businessNameMissing: 'Enter the name of your business.',
  tooLong: (most: number) => `Use at most ${most} characters.`,
  oneLine: 'Use plain text on one line.',
  phoneInvalid: 'Enter a phone number with its country code, such as +61 412 345 678.',
  timeZoneUnknown: 'This time zone is not known.',
  businessOfInstallers: 'Only installers have a business name.',

  changeEmail: 'Change e-mail',
  changeEmailText: 'A code goes to the new address. Your username changes once you have typed it here.',
  newEmail: 'New e-mail',
  emailInvalid: 'This does not look like an e-mail address.',
  emailSame: 'This is your e-mail address already.',
  sendCode: 'Send code',
  codeSent: (email: string) => `If ${email} can be used, a code is on its way there.`,
  code: 'Code',
  codeMissing: 'Enter the code of the e-mail.',
  codeWrong: 'This code is not right.',
  codeOver: 'This code is no longer valid. Ask for a new one.',
  confirmEmail: 'Change my e-mail',
  emailTaken: 'This e-mail address can no longer be used. Choose another one.',
  emailChanged: (email: string) => `Your e-mail is now ${email}.`,
  emailWaits: (email: string) => `Waiting for the code that was sent to ${email}`,
  enterCode: 'Enter code',

  changePassword: 'Change password',
  changePasswordText: 'All your other sessions are signed out.',
  newPassword: 'New password',
  repeatPassword: 'New password again',
  passwordMissing: 'Enter a new password.',
  passwordsDiffer: 'The two passwords are not the same.',
  passwordSame: 'Choose a password that you do not use here yet.',
  passwordChanged: 'Your password is changed. Your other sessions are signed out.',

  data: 'Your data',
  dataText: 'Everything that this portal keeps of you, as one file.',
  download: 'Download my data',
  downloadName: (day: string) => `trace-data-${day}.json`,
  downloadFailed: 'Your data could not be collected.',

  danger: 'Danger Zone',
  delete: 'Delete account',
  deleteText: 'Your account, your plan and your assignments end at once. This cannot be undone.',
  deleteDevices: 'Devices that you registered stay with their users and your company.',
  deleteKept: 'Download your data first if you want to keep it.',
  deleteType: `Type "${DELETE_PHRASE}" to go on`,
  deletePhraseWrong: `Type "${DELETE_PHRASE}".`,
  deleteFailed: 'Failed to delete account. Please contact support.',
  deleted: 'Your account is deleted.',
  proveForDelete: 'Please confirm once more that it is you.',
  staffStays: 'A staff account is ended by a colleague.',
} as const;

/** Words of the mails about an account. */
export const accountsMails = {
  code: {
    subject: 'Your code for a new e-mail address',
    text: (code: string, minutes: number) =>
      `${code} is your code to use this address with your Trace account. It is valid for ${minutes} minutes.\n\n` +
      'If you did not ask for it, ignore this message: nothing changes.',
  },
  /** To an address that somebody else's account has: its owner is told nothing about who asked. */
  taken: {
    subject: 'Your e-mail address was entered in Trace',
    text:
      'Somebody asked to use this address with another Trace account. It belongs to yours, so nothing changes.\n\n' +
      'If that was you, delete this account or change its address first.',
  },
  asked: {
    subject: 'A new e-mail address for your account',
    text: (email: string) =>
      `Somebody signed in to your Trace account asked to change its e-mail address to ${email}. ` +
      'It changes once the code that was sent there is entered.\n\n' +
      'If that was not you, change your password now and end your other sessions.',
  },
  changed: {
    subject: 'Your e-mail address has changed',
    text: (email: string) =>
      `Your Trace account now uses ${email}. This address no longer signs you in.\n\n` +
      'If that was not you, contact support at once.',
  },
  password: {
    subject: 'Your password has changed',
    text:
      'The password of your Trace account was changed and your other sessions were signed out.\n\n' +
      'If that was not you, reset your password now.',
  },
  deleted: {
    subject: 'Your account is deleted',
    text:
      'Your Trace account, its plan and its assignments have ended. Your sessions are signed out.\n\n' +
      'Thank you for having been with us. If that was not you, contact support at once.',
  },
} as const;
