import { SERIAL_MAX_LENGTH } from '../../kernel/serial.ts';
import { claimRules, importRules } from './devices.registration.rules.ts';
import { NICKNAME_MAX_LENGTH } from '../devices.rules.ts';

/** Words of registering, renaming, removing and importing devices. */
export const registrationTexts = {
  title: 'Register New Device',

  // Before a call
  serialMissing: 'Please enter a device serial number',
  serialInvalid: `A serial number can have up to ${SERIAL_MAX_LENGTH} letters, digits, _ and -.`,
  verifyFirst: 'Please verify the device serial number first',
  signInFirst: 'You must be logged in to register devices',
  credentialsFirst: 'Please verify Ajax credentials first',
  hubMissing: 'Please select a hub for panic event monitoring',
  nicknameTooLong: `A name can have up to ${NICKNAME_MAX_LENGTH} characters.`,
  nicknameInvalid: 'The name contains a hidden character. Type it again instead of pasting it.',

  // Verifying
  verificationFailed: 'Device Verification Failed',
  waiting: (attempt: number, attempts: number) => `Attempt ${attempt} of ${attempts}. Waiting for the device...`,
  alreadyRegistered: 'This device is already registered.',
  alreadyRegisteredBy: (name: string, date: string) => `This device was already registered by ${name} on ${date}.`,
  alreadyYours: (date: string) => `You already registered this device on ${date}.`,
  otherLetterCase:
    'This device exists with different letter case. Check the upper- and lower-case letters on its label.',
  notInRegistry: (serial: string) =>
    serial.startsWith('Trace_')
      ? 'This device is not in the device registry. It registers itself when it first connects: start the device first.'
      : 'This device is not in the device registry. Register it in the IoT registry first.',

  // Claim codes
  claimMissing: "Enter the claim code on the device's label.",
  claimWrong: 'This claim code does not match the device. Check the label.',
  claimTries: `Too many wrong claim codes. You have ${claimRules.tries} attempts per hour.`,
  newClaim: 'New claim code',
  newClaimHint: 'You need this code to register the device again. Write it down now. It will not be shown again.',

  // Registering
  onlyInstallers: 'Only installers can register devices.',
  registeredWithHub: (serial: string) =>
    `Device ${serial} is registered with Ajax integration and saved to the database.`,
  registeredForTracking: (serial: string) =>
    `Device ${serial} is registered for GPS tracking and saved to the database.`,
  setupQueued: 'The settings will be sent as soon as the device is online, and again until it applies them.',
  registrationFailed: 'Registration Failed',
  failedToRegister: (reason: string) => `Failed to register device: ${reason}`,
  authenticationError: 'Authentication Error',

  // A registered device
  mayNotManage: "Only the device's user or the person who registered it can do this.",
  renamed: 'Device renamed.',
  removed: (serial: string) => `Device ${serial} has been removed.`,
  confirmationDiffers: 'The serial number does not match. Type it exactly as shown.',
  changedMeanwhile: 'Someone else just changed this device. Please try again.',
  deletionError: 'Deletion Error',
  removeFailed: (reason: string) => `Failed to remove device from database: ${reason}`,
  deleteFailed: (reason: string) => `Failed to delete device: ${reason}`,
  attributesForbidden: 'Device registry attributes cannot be set directly.',
  onlyInSetup: 'Certificates are only issued while a device is being set up.',

  // Import
  importHint: `A CSV file from your spreadsheet program, or an export of your devices. Columns: ${importRules.columns.join(', ')}. Only the first is required.`,
  importNotText: 'The file is not a CSV file. Save it as CSV in your spreadsheet program.',
  importColumns: (found: string) =>
    `The first line must name the columns: ${importRules.columns.join(', ')}. Found: ${found || 'nothing'}`,
  importEmpty: 'The file has no rows below its first line.',
  importTooManyRows: `The file has more than ${importRules.mostRows} rows. Split it into parts.`,
  importRunning: 'You already have an import running. Wait until it finishes.',
  importQuotes: 'A quotation mark is not closed or is in the middle of a value.',
  importLineBreak: 'A value contains a line break. Write it in one line.',
  importCells: (wanted: number, found: number) => `Expected ${wanted} columns, found ${found}.`,
  importRepeated: (row: number) => `This serial number is already in row ${row}.`,
  importFormula: (column: string) => `${column} starts like a spreadsheet formula.`,
  importEmail: 'Enter an email address, such as name@example.com.',
  importStopped: 'The import was stopped before this row.',
  importFailed: 'This row could not be saved. Import it again.',
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
  removedMailText: (mail: { name: string; serial: string; by: string }) =>
    `${mail.by} removed the device ${mail.name} (${mail.serial}) that was assigned to you. You can no longer see it, and its recorded positions are deleted. Data it sends is not stored until it is registered again. If your alarm hub was linked to it, the hub's alarms no longer reach Trace.\n\nIf you did not expect this, ask your installer.`,
  leftMailSubject: (name: string) => `${name} was removed by its user`,
  leftMailText: (mail: { name: string; serial: string; url: string }) =>
    `The user of ${mail.name} (${mail.serial}), a device you registered, has removed it. Data it sends is not stored until it is registered again.\n\nView your devices:\n${mail.url}`,
  certificateMailSubject: (serial: string) => `New certificate for ${serial}`,
  certificateMailText: (mail: { serial: string; url: string }) =>
    `A new certificate was issued for the device ${mail.serial}. The previous certificate has been revoked.\n\nView your devices:\n${mail.url}\n\nIf this wasn't you, change your password now and ask support to revoke the certificate.`,
  setUpAgainMailSubject: (serials: readonly string[]) =>
    serials.length === 1 ? `Set up ${serials[0]!} again` : `Set up ${serials.length} devices again`,
  setUpAgainMailText: (serials: readonly string[]) =>
    `You registered ${serials.join(', ')}. An installer outside your company requested the certificate in use. They may still hold its key and could connect in place of the device.\n\nSet up the device again with your setup tool. Its new certificate replaces the old one. If you have no such tool, ask support.\n\nIf you trust that installer, for example because they supplied the device, ignore this email.`,
  revokedMailSubject: (name: string) => `The certificate of ${name} was revoked`,
  revokedMailText: (mail: { name: string; serial: string; by: string; url: string }) =>
    `${mail.by} revoked the certificate of the device ${mail.name} (${mail.serial}). It cannot connect until it gets a new one.\n\nView your devices:\n${mail.url}`,
} as const;
