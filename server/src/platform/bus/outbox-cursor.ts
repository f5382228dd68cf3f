// A place in the outbox: transaction, then row. Ids are given out before commits, so ids alone are no order to follow.

export interface Cursor {
  /** xid8 as decimal text, because the value may exceed the safe range of a number. */
  readonly xid: string;
  readonly id: string;
}

const TEXT = /^(\d{1,20})\.(\d{1,19})$/;
const LARGEST_XID = 2n ** 64n - 1n;
const LARGEST_ID = 2n ** 63n - 1n;

/** Formats a cursor as `<xid>.<id>`. Browsers return this text in Last-Event-ID. */
export function cursorText({ xid, id }: Cursor): string {
  return `${xid}.${id}`;
}

/** @returns undefined when the text is no valid cursor */
export function parseCursor(text: string): Cursor | undefined {
  const [, xid, id] = TEXT.exec(text) ?? [];
  if (xid === undefined || id === undefined) return undefined;
  if (BigInt(xid) > LARGEST_XID || BigInt(id) > LARGEST_ID) return undefined;
  return { xid, id };
}

/** Returns whether a cursor lies behind a place, so a reader at that place has not seen the event yet. */
export function isAfter(cursor: string, place: string): boolean {
  const [one, other] = [parseCursor(cursor), parseCursor(place)];
  if (one === undefined || other === undefined) throw new Error(`'${cursor}' or '${place}' is no cursor`);
  if (one.xid !== other.xid) return BigInt(one.xid) > BigInt(other.xid);
  return BigInt(one.id) > BigInt(other.id);
}
