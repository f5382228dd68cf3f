// The cursor of lists that are sorted by an instant and an id, newest first.
import { z } from 'zod';
import { invalidCursor } from './invalid-cursor.ts';

/** The last row of a page. The instant comes from the clock of the server, so it has whole milliseconds. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

const shape = z.strictObject({ at: z.coerce.number().int().nonnegative().max(8.64e15), id: z.uuid() });

export const timeCursorText = ({ at, id }: TimeCursor): string => `${at.getTime()}.${id}`;

/** Refuses `invalid_input`. Null without a text: the list begins at its start. */
export function readTimeCursor(text: string | undefined): TimeCursor | null {
  if (text === undefined) return null;
  const [at, id, ...rest] = text.split('.');
  const read = shape.safeParse({ at, id });
  if (!read.success || rest.length > 0) throw invalidCursor();
  return { at: new Date(read.data.at), id: read.data.id };
}
