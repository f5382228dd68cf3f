import { panicOutcomeNames, panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PanicRole } from '@trace/contract/panic/panic.rules';
import type { PushMessage } from '#platform/push/push';
import { lateSecOf } from '../events/panic.grouping.rules.ts';
import type { IncidentRow } from '../incidents/panic.incidents.store.ts';

/** The facts of an incident that messages name. No message contains a position. */
export interface MessageFacts {
  readonly incident: IncidentRow;
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
export const titleOf = (facts: MessageFacts): string =>
  texts.title(facts.incident.kind, whoOf(facts), facts.incident.isTest);

/** 'Work ute, hub Novak home, Key fob Mia'. */
export function whereOf({ incident, deviceNames }: MessageFacts): string {
  const { hubName, trigger } = incident;
  const parts = [...deviceNames, hubName === null ? null : `hub ${hubName}`, trigger];
  return parts.filter((part) => part !== null && part !== '').join(', ') || texts.noDevice;
}

export function lateWordsOf({ incident }: MessageFacts): string | null {
  const lateSec = lateSecOf(incident);
  return lateSec === null ? null : texts.late(Math.max(1, Math.round(lateSec / 60)));
}

export function mailOf(facts: MessageFacts, { role, timeZone, url }: MessageReader): { subject: string; text: string } {
  const { incident } = facts;
  const title = titleOf(facts);
  const when = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(
    incident.happenedAt !== null && !incident.hasWrongClock ? incident.happenedAt : incident.openedAt,
  );
  return {
    subject: title,
    text: texts.mailText({
      event: title,
      where: whereOf(facts),
      when,
      late: lateWordsOf(facts),
      advice: incident.isTest ? texts.advice.test : texts.advice[role],
      url,
    }),
  };
}

export const smsOf = (facts: MessageFacts, url: string): string =>
  texts.sms(texts.title(facts.incident.kind, whoOf(facts), false), whereOf(facts), url, facts.incident.isTest);

export type PanicPush = Omit<PushMessage, 'tag'>;

/** The path of an address of the portal, with its fragment. */
const pathOf = (url: string): string => {
  const { pathname, hash } = new URL(url);
  return `${pathname}${hash}`;
};

export function pushOf(facts: MessageFacts, { role, url }: MessageReader, isReminder: boolean): PanicPush {
  const late = lateWordsOf(facts);
  const body = isReminder ? texts.pushReminder : texts.pushBody(whereOf(facts), role === 'wearer');
  return {
    title: titleOf(facts),
    body: late === null ? body : `${body} ${late}`,
    url: pathOf(url),
  };
}

export type FollowUp = 'taken' | 'released' | 'closed';

/** What happened after the alarm, for the people who were notified. */
export function followUpOf(facts: MessageFacts, url: string, what: FollowUp, name: string): PanicPush {
  const { outcome } = facts.incident;
  const words = {
    taken: texts.pushTaken(name),
    released: texts.pushReleased(name),
    closed: texts.pushClosed(panicOutcomeNames[outcome ?? 'expired']),
  };
  return {
    title: titleOf(facts),
    body: words[what],
    url: pathOf(url),
  };
}
