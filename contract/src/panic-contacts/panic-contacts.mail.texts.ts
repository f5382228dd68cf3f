// Emails and SMS to contacts, and to the user about changes (PANIC-07). A message of an invitation holds no word that
// the user typed, except the user's own name.

export const contactInvitation = {
  subject: (asker: string): string => `${asker} asks you to be a panic contact`,
  text: (of: { asker: string; link: string }): string =>
    `${of.asker} uses Trace, a portal for GPS trackers and alarm hubs, and asks you to be a panic contact.\n\n` +
    `If you agree, Trace will send you a message when ${of.asker} presses a panic button. Read what it means and answer within 14 days:\n${of.link}\n\n` +
    `Unless you agree, you get no alarms. If you don't know ${of.asker}, ignore this email or decline.`,
  sms: (of: { asker: string; link: string }): string =>
    `${of.asker} asks you to be a panic contact on Trace. Read what it means and agree or decline: ${of.link}`,
} as const;

export const contactTest = {
  subject: (asker: string): string => `Test: panic message for ${asker}`,
  text: (of: { asker: string; link: string }): string =>
    `This is a test. Nothing has happened.\n\n${of.asker} checks that panic messages reach you. You don't need to do anything.\n\n` +
    `To stop being a panic contact of ${of.asker}:\n${of.link}`,
  sms: (of: { asker: string; link: string }): string =>
    `TEST, nothing has happened: ${of.asker} checks that panic messages of Trace reach you. Stop: ${of.link}`,
  pushTitle: 'Test: panic message',
  push: (asker: string): string => `This is a test. ${asker} checks that panic messages reach you.`,
} as const;

/** To the user's own number. */
export const ownTest = {
  sms: 'TEST, nothing has happened: in an emergency of yours, Trace sends SMS to this number.',
} as const;

/** The end of each email about an incident to a contact. */
export const contactStop = (link: string): string => `To stop being a panic contact, open:\n${link}`;

export const contactRemoved = {
  subject: (asker: string): string => `You are no longer a panic contact of ${asker}`,
  text: (asker: string): string =>
    `${asker} removed you from their panic contacts. Trace sends you no more messages about emergencies of ${asker}.`,
} as const;

/** To an address that the user removed or replaced. The contact may go on by another address. */
export const contactAddressRemoved = {
  subject: (asker: string): string => `This address gets no more panic messages about ${asker}`,
  text: (asker: string): string =>
    `${asker} removed this address from their panic contacts. Trace sends no more messages about emergencies of ${asker} to this address.`,
  sms: (asker: string): string =>
    `${asker} removed this number from their panic contacts. Trace sends no more messages about emergencies of ${asker} to this number.`,
} as const;

/** To each address that had agreed, when the user deletes the account. */
export const contactOfDeleted = {
  subject: contactRemoved.subject,
  text: (asker: string): string =>
    `${asker} deleted their Trace account. Trace sends you no more messages about emergencies of ${asker}.`,
} as const;

/** When a contact changes the email address of the own account, or deletes it: the consent belongs to the address. */
export const contactMoved = {
  toContact: {
    subject: 'You are a panic contact only at your old email address',
    text: (of: { askers: string; from: string; to: string }): string =>
      `You agreed to be a panic contact of ${of.askers} at ${of.from}. Trace still sends panic emails to that address. They no longer ring in your Trace account.\n\n` +
      `To get them at ${of.to}, ask ${of.askers} to change your address. Trace will then ask you to agree again.`,
  },
  toAsker: {
    subject: (name: string): string => `Panic messages no longer ring in the Trace account of ${name}`,
    text: (of: { name: string; address: string; url: string }): string =>
      `The Trace account of ${of.name} no longer uses ${of.address}. Trace still sends panic emails to that address, but they no longer ring in the account.\n\n` +
      `Ask ${of.name} which address to use, and change it in your panic contacts:\n${of.url}`,
  },
} as const;

/** Subjects of emails to the user about changes. */
export const contactChanges = {
  added: (name: string): string => `${name} was added to your panic contacts and asked to agree`,
  changed: (name: string): string => `${name} was changed in your panic contacts`,
  removed: (name: string): string => `${name} was removed from your panic contacts`,
  ordered: 'The order of your panic contacts was changed',
  settings: 'Your settings for a panic were changed',
  agreed: (name: string): string => `${name} agreed to be your panic contact`,
  declined: (name: string): string => `${name} declined to be your panic contact`,
  stopped: (name: string): string => `${name} is no longer your panic contact`,
} as const;

export const contactChangeMail = {
  text: (of: { change: string; url: string }): string =>
    `${of.change}.\n\nOpen your panic contacts:\n${of.url}\n\n` +
    'If this was not you, change your password at once: someone else may be using your account.',
  answer: (of: { change: string; url: string }): string => `${of.change}.\n\nOpen your panic contacts:\n${of.url}`,
} as const;
