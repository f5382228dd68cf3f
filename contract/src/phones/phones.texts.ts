import { phonesRules } from './phones.rules.ts';

export const phonesTexts = {
  nameMissing: 'Enter a name for the phone.',
  nameTooLong: `Use at most ${phonesRules.nameMaxLength} characters.`,
  nameNotPlain: 'Use plain text on one line.',
  tooMany: `You can add up to ${phonesRules.phonesPerUser} phones. Remove one to add another.`,
  serialTaken: 'The phone could not be added. Please try again.',
  notFound: 'There is no such phone, or it is not yours.',
  noCommands: 'Phones report by themselves and receive no commands.',
  noGiveBack: 'A phone cannot be given back. Remove it instead.',
  noSetup: 'A phone has no hub and no SIM settings.',
  unknownSecret: 'This address belongs to no phone. Scan the QR code of the phone in Trace again.',
  badReport: 'This report cannot be read.',
  encrypted: 'Turn off encryption in OwnTracks. The connection is encrypted already.',
  busy: 'The report could not be stored yet. The app tries again.',
} as const;
