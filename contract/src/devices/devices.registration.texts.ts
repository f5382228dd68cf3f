import { claimRules, importRules } from './devices.registration.rules.ts';

/** Words of registering, renaming, removing and importing devices (back-office.md §4, §5, §8). */
export const registrationTexts = {
  title: 'Register New Device',
  serialHint: 'The serial number should begin with Trace_',

  // Before a call
  serialMissing: 'Please enter a device serial number',
  serialInvalid: 'A serial number has letters, digits, _ and - only, at most 64 of them.',
  verifyFirst: 'Please verify the device serial number first',
  signInFirst: 'You must be logged in to register devices',
  credentialsFirst: 'Please verify Ajax credentials first',
  hubMissing: 'Please select a hub for panic event monitoring',
  nicknameTooLong: 'A name has at most 80 characters.',
  nicknameInvalid: 'The name may not hold invisible control characters.',

  // Verifying
  verificationFailed: 'Device Verification Failed',
  verified: 'The device can be registered.',
  waiting: (attempt: number, attempts: number) => `Attempt ${attempt} of ${attempts}. Waiting for the device...`,
  alreadyRegistered: 'This device is already registered.',
  alreadyRegisteredBy: (name: string, date: string) => `This device is already registered by ${name} on ${date}.`,
  alreadyYours: (date: string) => `This device is already registered by you on ${date}.`,
  otherLetterCase: 'This device exists with different letter case. Check the capital and small letters on its label.',
  notInRegistry: (serial: string) =>
    serial.startsWith('Trace_')
      ? 'This device is not in the device registry. It registers itself when it first connects: start the device first.'
      : 'This device is not in the device registry. Register it in the IoT registry first.',

  // Claim codes
  claimMissing: 'Enter the claim code that stands on the label of the device.',
  claimWrong: 'This is not the claim code of this device. Check its label.',
  claimTries: `Too many wrong claim codes. Please wait: ${claimRules.tries} are let through per hour.`,
  newClaim: 'New claim code',
  newClaimHint: 'Registering this device again needs this code. It is shown only now: write it down.',

  // Registering
  onlyInstallers: 'Only installers register devices.',
  registeredWithHub: (serial: string) =>
    `Device ${serial} is registered with Ajax integration and saved to the database.`,
  registeredForTracking: (serial: string) =>
    `Device ${serial} is registered for GPS tracking and saved to the database.`,
  setupQueued: 'Its settings are sent as soon as the device is online, and again until it has applied them.',
  registrationFailed: 'Registration Failed',
  failedToRegister: (reason: string) => `Failed to register device: ${reason}`,
  databaseFailed: (reason: string) => `Database insertion failed: ${reason}`,
  notSaved: 'Device was not properly saved to database',
  authenticationError: 'Authentication Error',

  // A registered device
  mayNotManage: 'Only the person who registered this device, or its user, may do this.',
  renamed: 'The device has its new name.',
  removed: (serial: string) => `Device ${serial} is removed.`,
  confirmationDiffers: 'Type the serial number of the device exactly as it is.',
  changedMeanwhile: 'The device has just changed. Please try again.',
  deletionError: 'Deletion Error',
  removeFailed: (reason: string) => `Failed to remove device from database: ${reason}`,
  deleteFailed: (reason: string) => `Failed to delete device: ${reason}`,
  revoked: 'The certificate is revoked. The device is cut off until it gets a new one.',
  noCertificate: 'This device has no certificate that could be revoked.',
  attributesForbidden: 'Nobody sets attributes of the device registry directly.',
  onlyInSetup: 'A certificate is issued while a device is set up.',

  // Import
  importTitle: 'Import devices',
  importHint: `A CSV file in UTF-8 with the columns ${importRules.columns.join(', ')}; only the first is needed.`,
  importNotUtf8: 'The file is not UTF-8 text. Save it as "CSV UTF-8".',
  importColumns: (found: string) =>
    `The first line must name the columns, separated by commas: ${importRules.columns.join(', ')}. It is: ${found}`,
  importEmpty: 'The file has no rows below its first line.',
  importTooManyRows: `The file has more than ${importRules.mostRows} rows. Split it into parts.`,
  importRunning: 'An import of yours is running. Wait until it is done.',
  importQuotes: 'A quote is not closed, or stands in the middle of a value.',
  importCells: (wanted: number, found: number) => `${wanted} columns are needed, here are ${found}.`,
  importRepeated: (line: number) => `This serial number stands in line ${line} already.`,
  importFormula: (column: string) => `${column} begins like a formula of a spreadsheet.`,
  importEmail: 'This does not look like an e-mail address.',
  importStopped: 'The import was stopped before this row.',
  importFailed: 'This row could not be stored. Import it again.',
  outcomes: {
    ready: 'Ready',
    registered: 'Registered',
    registered_assigned: 'Registered and assigned',
    registered_only: 'Registered, but not assigned',
    assigned: 'Assigned',
    refused: 'Refused',
  },

  // Mails
  removedMailSubject: (name: string) => `${name} was removed`,
  removedMailText: (mail: { name: string; serial: string; by: string; url: string }) =>
    `Hello,\n\n${mail.by} removed the device ${mail.name} (${mail.serial}) that was assigned to you. You no longer see it, and what it sends is not stored until it is registered again.\n\nYour own positions are kept as the privacy policy says:\n${mail.url}\n\nIf you did not expect this, ask your installer.`,
  leftMailSubject: (name: string) => `${name} was removed by its user`,
  leftMailText: (mail: { name: string; serial: string; url: string }) =>
    `Hello,\n\nthe user of the device ${mail.name} (${mail.serial}) that you registered has removed it. What it sends is not stored until it is registered again.\n\n${mail.url}`,
  certificateMailSubject: (serial: string) => `New certificate for ${serial}`,
  certificateMailText: (mail: { serial: string; url: string }) =>
    `Hello,\n\na new certificate was issued for the device ${mail.serial}. The one before has ended.\n\n${mail.url}\n\nIf you did not expect this, revoke it under Devices.`,
  revokedMailSubject: (name: string) => `${name} was cut off`,
  revokedMailText: (mail: { name: string; serial: string; by: string; url: string }) =>
    `Hello,\n\n${mail.by} revoked the certificate of the device ${mail.name} (${mail.serial}). It cannot connect until it gets a new one.\n\n${mail.url}`,
} as const;
