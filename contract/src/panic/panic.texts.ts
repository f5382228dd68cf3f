import type { PanicKind, PanicOutcome } from './panic.rules.ts';

/** `device` or `hub` of a message: 'Work ute', 'hub Novak home'. */
const what: Readonly<Record<PanicKind, (who: string) => string>> = {
  panic: (who) => `${who} pressed the panic button`,
  hold_up: (who) => `Hold-up alarm from ${who}`,
  duress: (who) => `${who} disarmed the alarm under duress`,
  medical: (who) => `Medical alarm from ${who}`,
  fire: (who) => `Fire alarm from ${who}`,
  gas: (who) => `Gas alarm from ${who}`,
  burglary: (who) => `Burglary alarm from ${who}`,
  alarm: (who) => `Alarm from ${who}`,
};

const test = (isTest: boolean, text: string): string => (isTest ? `TEST – ${text}` : text);

export const panicOutcomeNames: Readonly<Record<PanicOutcome, string>> = {
  helped: 'Helped',
  safe: 'Safe',
  false_alarm: 'False alarm',
  test: 'Test',
  expired: 'No outcome recorded',
  account_deleted: 'Account deleted',
};

export const panicTexts = {
  /** In place of a name that the reader may not know. */
  someone: 'Someone',
  /** In place of the names and words that a deleted account takes along (RET-07). */
  deletedAccount: 'Deleted account',
  formerContact: 'Contact',
  formerNote: 'Removed with the account',
  notFound: 'This incident does not exist, or you cannot see it.',
  staffList: 'Staff see incidents in the support area.',
  linkOver: 'This link has ended or never existed.',
  mayNotTake: 'You can take this incident once it is your turn.',
  mayNotRelease: 'Only the person who took this incident can give it back.',
  mayNotClose: 'Only the person who took this incident, the user and support can close it.',
  mayNotNote: 'You are no longer a contact for this incident, so you cannot add a note.',
  takenBy: (name: string) => `${name} has already taken this incident.`,
  notTaken: 'No one has taken this incident.',
  isClosed: 'This incident is closed.',
  deviceInEmergency:
    'An emergency with this device is open. You can restart the device or turn on sleep mode when the emergency is closed.',
  /** The incident in one line, without a position: for lists, subjects and lock screens. */
  title: (kind: PanicKind, who: string, isTest: boolean) => test(isTest, what[kind](who)),
  /** When no device has a user. */
  noUser: 'A device without a user',
  noDevice: 'A hub that is linked to no device',
  late: (span: string) => `It happened ${span} before it reached us.`,
  pushBody: (where: string, isYou: boolean) =>
    isYou ? `From ${where}. Open to see who is told.` : `From ${where}. Open to help.`,
  pushReminder: 'No one is handling this emergency now. It needs someone.',
  /** A further press or alarm of the hub, for the person who has taken the incident. */
  pushAgain: (where: string) => `Another alarm from ${where}. You have taken it.`,
  pushTest: 'No one is in danger. Open to confirm that it reached you.',
  pushTaken: (name: string) => `${name} has taken it.`,
  pushClosed: (outcome: string) => `Closed: ${outcome}.`,
  pushDoubtful: (outcome: string) =>
    `Closed from the person's own account: ${outcome}. Check in another way that the person is safe.`,
  sms: (title: string, where: string, link: string, isTest: boolean) =>
    isTest
      ? `Trace test: ${title} (${where}). No action needed. Confirm that you got it: ${link}`
      : `Trace emergency: ${title} (${where}). See where and take it: ${link}`,
  smsAgain: (title: string, where: string, link: string) =>
    `Trace emergency, another alarm: ${title} (${where}). You have taken it. See where: ${link}`,
  mailText: (mail: { event: string; where: string; when: string; late: string | null; advice: string; url: string }) =>
    [
      `${mail.event}.`,
      '',
      `From: ${mail.where}`,
      `When: ${mail.when}`,
      ...(mail.late === null ? [] : [mail.late]),
      '',
      mail.advice,
      '',
      mail.url,
      '',
      'Trace does not replace emergency services. In danger, call them first.',
    ].join('\n'),
  advice: {
    wearer: 'This was pressed on your device or hub. If you are safe, open the incident and press "I\'m safe".',
    contact: 'You are a panic contact. Open the incident to see where it is, and take it if you can help.',
    company: 'You service this device. Open the incident, and take it if you can help. You do not see the location.',
    support: 'Open the incident, and take it if you can help.',
    taker:
      'You have taken this emergency, and another alarm came. Open the incident, and give it back if you cannot help.',
    test: 'This is a test. No one is in danger, and you need to do nothing. Opening the incident confirms that it reached you.',
  },
  mailTaken: (name: string, url: string) =>
    `${name} has taken your emergency and will act. The others have stopped ringing.\n\n${url}`,
  takenSubject: (name: string) => `${name} has taken your emergency`,
  mailNobody: (url: string) =>
    `Everyone in your chain has been notified, and no one is handling your emergency. If you are in danger, call emergency services now.\n\n${url}`,
  mailAlone: (url: string) =>
    `No one in your chain can be reached, so no one is handling your emergency. If you are in danger, call emergency services now.\n\n${url}`,
  nobodySubject: 'No one is handling your emergency now',
  endedSubject: (who: string) => `${who}: Trace account deleted during an emergency`,
  mailEnded: ({ event, who, url }: { event: string; who: string; url: string }) =>
    [
      `${event}. Then the Trace account was deleted, and with it this emergency ended.`,
      '',
      `Trace sends no more positions and messages, and does not know whether ${who} is safe. If you are not sure, call ${who} or the emergency services.`,
      '',
      url,
    ].join('\n'),
  smsEnded: (title: string, who: string) =>
    `Trace emergency ended: ${title}. Then the Trace account was deleted. Trace does not know whether ${who} is safe. Not sure? Call them or the emergency services.`,
  pushEnded:
    'The emergency has ended in Trace. If you are not sure that the person is safe, call them or the emergency services.',
} as const;
