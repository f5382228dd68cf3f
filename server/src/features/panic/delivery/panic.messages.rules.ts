import { knownTimeZone } from '@trace/contract/accounts/accounts.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { hubWords, spanWords } from '@trace/contract/panic/panic.screen.texts';
import { panicOutcomeNames, panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { isDoubtfulEnd, type PanicKind, type PanicOutcome, type PanicRole } from '@trace/contract/panic/panic.rules';
import { lateSecOf } from '../events/panic.grouping.rules.ts';

/** An incident as messages name it. */
export interface MessageIncident {
  readonly id: string;
  readonly isTest: boolean;
  readonly kind: PanicKind;
  readonly hubName: string | null;
  readonly trigger: string | null;
  readonly happenedAt: Date | null;
  readonly receivedAt: Date;
  readonly hasWrongClock: boolean;
  /** Of a taken incident, the taker alone gets messages about a press. */
  readonly takenAt: Date | null;
  readonly outcome: PanicOutcome | null;
  readonly closedRole: PanicRole | null;
}

/** The facts of an incident that messages name. No message contains a position. */
export interface MessageFacts {
  readonly incident: MessageIncident;
  /** Names of wearers; empty: no device has a user. */
  readonly wearers: readonly string[];
  readonly deviceNames: readonly string[];
}

/** The reader of a message and the page that the message leads to. */
export interface MessageReader {
  readonly role: PanicRole;
  readonly timeZone: string;
  /** The incident page of the reader, with the portal's address. */
  readonly url: string;
}

const whoOf = ({ wearers, deviceNames }: MessageFacts): string => {
  if (wearers.length > 0) return wearers.join(' and ');
  return deviceNames.length > 0 ? texts.noUser : texts.noDevice;
};

/** 'Mia Novak pressed the panic button', marked when it is a test. */
const titleOf = (facts: MessageFacts): string => texts.title(facts.incident.kind, whoOf(facts), facts.incident.isTest);

/** 'Work ute, hub Novak home, Key fob Mia'. */
function whereOf({ incident, deviceNames }: MessageFacts): string {
  const { hubName, trigger } = incident;
  const parts = [...deviceNames, hubName === null ? null : hubWords(hubName), trigger];
  return parts.filter((part) => part !== null && part !== '').join(', ') || texts.noDevice;
}

function lateWordsOf({ incident }: MessageFacts): string | null {
  const lateSec = lateSecOf(incident);
  return lateSec === null ? null : texts.late(spanWords(lateSec * SECOND_MS));
}

function adviceOf({ isTest, takenAt }: MessageIncident, role: PanicRole): string {
  if (isTest) return texts.advice.test;
  return takenAt === null ? texts.advice[role] : texts.advice.taker;
}

export function mailOf(facts: MessageFacts, reader: MessageReader): { subject: string; text: string } {
  const { incident } = facts;
  const { role, url } = reader;
  // An unknown zone must not stop the transaction that records the press.
  const timeZone = knownTimeZone(reader.timeZone);
  const title = titleOf(facts);
  const when = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(
    incident.happenedAt !== null && !incident.hasWrongClock ? incident.happenedAt : incident.receivedAt,
  );
  return {
    subject: title,
    text: texts.mailText({
      event: title,
      where: whereOf(facts),
      // The reader may live in another zone.
      when: `${when} (${timeZone})`,
      late: lateWordsOf(facts),
      advice: adviceOf(incident, role),
      url,
    }),
  };
}

export function smsOf(facts: MessageFacts, url: string): string {
  const { kind, isTest, takenAt } = facts.incident;
  const title = texts.title(kind, whoOf(facts), false);
  const isAgain = takenAt !== null && !isTest;
  return isAgain ? texts.smsAgain(title, whereOf(facts), url) : texts.sms(title, whereOf(facts), url, isTest);
}

export interface PanicPush {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

/** The path of an address of the portal, with its fragment. */
export const pathOf = (url: string): string => {
  const { pathname, hash } = new URL(url);
  return `${pathname}${hash}`;
};

function pushBodyOf(facts: MessageFacts, role: PanicRole, isReminder: boolean): string {
  const { isTest, takenAt } = facts.incident;
  if (isTest) return texts.pushTest;
  if (takenAt !== null) return texts.pushAgain(whereOf(facts));
  return isReminder ? texts.pushReminder : texts.pushBody(whereOf(facts), role === 'wearer');
}

export function pushOf(
  facts: MessageFacts,
  { role, url }: Omit<MessageReader, 'timeZone'>,
  isReminder: boolean,
): PanicPush {
  const late = lateWordsOf(facts);
  const body = pushBodyOf(facts, role, isReminder);
  return {
    title: titleOf(facts),
    body: late === null ? body : `${body} ${late}`,
    url: pathOf(url),
  };
}

export type FollowUp = 'taken' | 'closed';

/** The message about the next event of an incident, for the people who were notified of the alarm. */
export function followUpOf(facts: MessageFacts, url: string, what: FollowUp, name: string): PanicPush {
  const { kind, outcome, closedRole } = facts.incident;
  const closedWords = isDoubtfulEnd(kind, closedRole) ? texts.pushDoubtful : texts.pushClosed;
  const words = {
    taken: texts.pushTaken(name),
    closed: closedWords(panicOutcomeNames[outcome ?? 'expired']),
  };
  return {
    title: titleOf(facts),
    body: words[what],
    url: pathOf(url),
  };
}
