import type { MailReason } from '@trace/contract/kernel/mail-frame.texts';

// Checks an email before sending: user input must not add recipients, headers or megabytes.

export interface MailMessage {
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  /** The body alone. The greeting and the closing are added to every email. */
  readonly text: string;
  /** Why the recipient gets the email. Stands at its end. */
  readonly reason: MailReason;
  readonly html?: string;
  /** The same key is sent once, such as 'sign-in-code:<id>'. */
  readonly key: string;
  /** The recipient is deleting the account, so the email is deleted after delivery. */
  readonly isLast?: boolean;
  /** An emergency: never waits behind other emails. */
  readonly isUrgent?: boolean;
}

const MAX_ADDRESS_LENGTH = 254;
const MAX_SUBJECT_LENGTH = 200;
const MAX_BODY_LENGTH = 200_000;
const MAX_KEY_LENGTH = 200;

/** A single bare address: no name, list or comment, and no character that could end a header. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** Returns the message with a one-line subject. Throws when the message cannot be sent as an email. */
export function checkedMessage(message: MailMessage): MailMessage {
  const { to, text, html, key } = message;
  if (to.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(to) || hasControlCharacter(to)) {
    throw new Error('the recipient is not one mail address');
  }
  if (text.length > MAX_BODY_LENGTH || (html?.length ?? 0) > MAX_BODY_LENGTH) throw new Error('the mail is too long');
  if (key === '' || key.length > MAX_KEY_LENGTH) throw new Error('a mail needs a key of at most 200 characters');
  return { ...message, subject: oneLine(message.subject).slice(0, MAX_SUBJECT_LENGTH) };
}

/** Names of people and devices stand in subjects. */
function oneLine(subject: string): string {
  return subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
