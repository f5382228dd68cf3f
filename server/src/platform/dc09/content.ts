// The content of a DC-09 frame: data, extended fields and the time of the hub.
import { decrypt } from './cipher.ts';
import type { Frame } from './frame.ts';
import { readPlace, type Place } from './place.ts';
import { hasTimeForm, readTime } from './time.ts';

export interface Content {
  /** Between the first brackets. Empty: supervision. */
  readonly data: string;
  /** Data and extended fields as the hub wrote them: equal when the hub sends a frame again. Without a key. */
  readonly payload: string;
  /** When the frame was sent, by the clock of the hub. Null: the frame does not say, or names no time that exists. */
  readonly sentAt: Date | null;
  /** The time of the frame does not exist, such as month 0. */
  readonly isTimeImpossible: boolean;
  /** Extended field H: when the event happened. */
  readonly happenedAt: Date | null;
  readonly place: Place | null;
  /** Extended field I. */
  readonly text: string | null;
}

/** The length of the time is bounded, so that the search takes no time that grows with the square of the frame. */
const CONTENT = /^(?<data>[^\]]*)\](?<fields>(?:\[[^\]]*\])*)(?:_(?<time>[^_\]]{0,40}?))?[\s\0]*$/;

/** `key`: of an encrypted frame. Null: another key, or content that is not of this form. */
export function readContent({ body }: Pick<Frame, 'body'>, key: Buffer | null): Content | null {
  const text = key === null ? body.slice(1) : decrypt(body.slice(1), key);
  const content = text === null ? null : parseContent(text);
  // Random bytes can look like content without a time. Encrypted content has a time.
  const hasTime = content !== null && (content.sentAt !== null || content.isTimeImpossible);
  return key !== null && !hasTime ? null : content;
}

function parseContent(text: string): Content | null {
  const parts = CONTENT.exec(text)?.groups;
  if (parts === undefined) return null;
  const { data = '', fields = '', time } = parts;
  const sentAt = time === undefined ? null : readTime(time);
  const isTimeImpossible = time !== undefined && sentAt === null;
  if (isTimeImpossible && !hasTimeForm(time)) return null;
  // Field K would start an exchange of keys. It is neither used nor kept.
  const found = new Map(Array.from(fields.matchAll(/\[([A-JL-Z])([^\]]*)\]/g), ([, name, value]) => [name, value!]));
  const happened = found.get('H');
  return {
    data,
    payload: data + fields.replaceAll(/\[K[^\]]*\]/g, ''),
    sentAt,
    isTimeImpossible,
    happenedAt: happened === undefined ? null : readTime(happened),
    place: readPlace(found.get('Y'), found.get('X')),
    text: found.get('I')?.trim() || null,
  };
}
