// Lenient shapes of queue messages, since fields come, go and have several envelopes.
import { z } from 'zod';

/** An event of a hub. Null: the field is missing or cannot be read. */
export interface HubEvent {
  readonly eventId: string | null;
  readonly hubId: string | null;
  readonly hubName: string | null;
  /** `ALARM`, `ALARM_RECOVERED`, `MALFUNCTION` … in upper case. */
  readonly type: string | null;
  /** Such as `M_0C_20`. */
  readonly code: string | null;
  readonly tag: string | null;
  /** `TRIGGERED`, `RECOVERED` or `IMPULSE`. */
  readonly transition: string | null;
  /** Name of the button, detector or user. */
  readonly sourceName: string | null;
  readonly happenedAt: Date | null;
}

/** Why a message holds no event. */
export type UnreadableReason = 'not_json' | 'no_event';

const EVENT_ID_MAX_LENGTH = 120;
const HUB_ID_MAX_LENGTH = 40;
const NAME_MAX_LENGTH = 100;
/** An SNS envelope holds an event envelope. Deeper nesting is no event. */
const MAX_DEPTH = 3;

const word = z
  .union([z.string(), z.number()])
  .transform((text) => singleLine(String(text)))
  .nullish()
  .catch(null);

const eventShape = z.looseObject({
  eventId: word,
  hubId: word,
  hubName: word,
  eventType: word,
  eventTypeV2: word,
  eventCode: word,
  eventTag: word,
  transition: word,
  sourceObjectName: word,
  timestamp: z.unknown().optional(),
});

/** Returns the event of a message, or the reason why there is none. */
export function readEvent(body: string): HubEvent | UnreadableReason {
  const json = parsed(body);
  if (json === undefined) return 'not_json';
  const fields = eventWithin(json, MAX_DEPTH);
  if (fields === null) return 'no_event';
  const type = fields.eventTypeV2 || fields.eventType;
  return {
    eventId: limited(fields.eventId, EVENT_ID_MAX_LENGTH),
    hubId: cut(fields.hubId?.toUpperCase(), HUB_ID_MAX_LENGTH),
    hubName: cut(fields.hubName, NAME_MAX_LENGTH),
    type: type?.toUpperCase() || null,
    code: cut(fields.eventCode, HUB_ID_MAX_LENGTH),
    tag: fields.eventTag || null,
    transition: fields.transition?.toUpperCase() || null,
    sourceName: cut(fields.sourceObjectName, NAME_MAX_LENGTH),
    happenedAt: instantOf(fields.timestamp),
  };
}

type EventFields = z.infer<typeof eventShape>;

/** Unwraps `{"event":{…}}` and `{"Message":"<json text>"}`. An event without its own envelope stands for itself. */
function eventWithin(json: unknown, depth: number): EventFields | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || depth === 0) return null;
  if ('event' in json) return eventWithin(json.event, depth - 1);
  if ('Message' in json && typeof json.Message === 'string') return eventWithin(parsed(json.Message), depth - 1);
  const fields = eventShape.safeParse(json).data;
  const isEvent = [fields?.eventId, fields?.hubId, fields?.eventCode, fields?.eventTypeV2].some(Boolean);
  return fields !== undefined && isEvent ? fields : null;
}

/** An id that is too long is no id, because two cut ids could be equal. */
const limited = (text: string | null | undefined, maxLength: number): string | null =>
  text && text.length <= maxLength ? text : null;

/** A name may be cut in the middle of a character, here or by the sender. The database stores no half of a character. */
const cut = (text: string | null | undefined, maxLength: number): string | null =>
  text?.slice(0, maxLength).toWellFormed() || null;

const SECONDS_BELOW = 1e11;

/** Unix ms, as documented. Seconds and ISO texts are read as well. */
function instantOf(value: unknown): Date | null {
  const ms = millisecondsOf(value);
  const at = new Date(ms > 0 && ms < SECONDS_BELOW ? ms * 1_000 : ms);
  const year = at.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? at : null;
}

function millisecondsOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  return /^\d+$/.test(value) ? Number(value) : Date.parse(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const singleLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
