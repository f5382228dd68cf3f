// The events that readers missed. After a restart all pages come back at once and ask for nearly the same events, so
// one read of the table answers all that wait.
import type { Executor } from '#platform/db/database';

import { createGroupedCall } from '#platform/grouping/grouped-call';

import { isAfter, parseCursor } from './outbox-cursor.ts';
import type { Cursor } from './outbox-cursor.ts';
import { findBounds, listEvents } from './outbox.store.ts';
import type { OutboxEvent } from './outbox.store.ts';

export interface BackFill {
  readonly events: OutboxEvent[];
  /** False when events are missing: pruned, more than the limit, or the cursor is unknown. The page loads anew. */
  readonly complete: boolean;
}

interface Question {
  readonly cursor: string;
  readonly audienceIds: readonly string[];
  readonly limit: number;
}

/** Beyond so many events each reader reads alone, so that one page that was away for hours does not delay the others. */
const READ_TOGETHER = 5_000;

const NOTHING: BackFill = { events: [], complete: false };

export function createBackFill(executor: Executor): (question: Question) => Promise<BackFill> {
  const readTogether = createGroupedCall(async (questions: readonly Question[]) => {
    const places = questions.map(({ cursor }) => parseCursor(cursor)!);
    const audienceIds = [...new Set(questions.flatMap((question) => question.audienceIds))];
    const events = await listEvents(executor, earliestOf(places), READ_TOGETHER + 1, audienceIds);
    if (events.length > READ_TOGETHER && questions.length > 1)
      return Promise.all(questions.map((question) => readAlone(executor, question)));
    const isKnown = await knownPlaces(executor);
    const byAudience = groupByAudience(events);
    return questions.map((question, place) => {
      const ofReader = question.audienceIds.flatMap((id) => byAudience.get(id) ?? []);
      const missed = inOrder(ofReader.filter(({ event }) => isAfter(event.cursor, question.cursor)));
      return answer(missed, question.limit, isKnown(places[place]!));
    });
  });
  return async (question) => (parseCursor(question.cursor) === undefined ? NOTHING : readTogether(question));
}

async function readAlone(executor: Executor, { cursor, audienceIds, limit }: Question): Promise<BackFill> {
  const place = parseCursor(cursor)!;
  const events = await listEvents(executor, place, limit + 1, audienceIds);
  const isKnown = await knownPlaces(executor);
  return answer(events, limit, isKnown(place));
}

/** Asked after the read, so events that are pruned in between count as missing. */
async function knownPlaces(executor: Executor): Promise<(place: Cursor) => boolean> {
  const { horizon, newestXid } = await findBounds(executor);
  return (place) => !isBefore(place, horizon) && BigInt(place.xid) <= BigInt(newestXid);
}

function answer(events: OutboxEvent[], limit: number, isKnown: boolean): BackFill {
  return isKnown && events.length <= limit ? { events, complete: true } : NOTHING;
}

/** An event with its place among those that were read. */
interface Placed {
  readonly event: OutboxEvent;
  readonly nth: number;
}

function groupByAudience(events: readonly OutboxEvent[]): Map<string, Placed[]> {
  const byAudience = new Map<string, Placed[]>();
  for (const [nth, event] of events.entries()) {
    for (const id of new Set(event.audience)) {
      const group = byAudience.get(id);
      if (group === undefined) byAudience.set(id, [{ event, nth }]);
      else group.push({ event, nth });
    }
  }
  return byAudience;
}

/** Each event once, in the order of the table. */
const inOrder = (placed: readonly Placed[]): OutboxEvent[] => [
  ...new Map(placed.toSorted((a, b) => a.nth - b.nth).map(({ event, nth }) => [nth, event])).values(),
];

const earliestOf = ([first, ...others]: readonly Cursor[]): Cursor =>
  others.reduce((earliest, place) => (isBefore(place, earliest) ? place : earliest), first!);

const isBefore = (one: Cursor, other: Cursor): boolean =>
  one.xid === other.xid ? BigInt(one.id) < BigInt(other.id) : BigInt(one.xid) < BigInt(other.xid);
