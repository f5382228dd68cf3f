import { useEffect, useState } from 'react';

interface RowsOptions<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Names the list by its filter, sort and page. Null while rows of another list stand in for it. */
  list: string | null;
  /** The number of all rows on all pages, if known. */
  total?: number;
}

interface Held<Row> {
  list: string;
  rows: readonly Row[];
  total: number | undefined;
}

/**
 * Keeps rows in their places while the pointer or the keyboard focus is in `ref`, so that a click hits the row at which
 * it was aimed. Values still update, and the order settles afterwards.
 */
export function useHeldRows<Row>({ rows, keyOf, list, total }: RowsOptions<Row>) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const heldList = useIsAimedAt(container) ? list : null;
  if ((held?.list ?? null) !== heldList) setHeld(heldList === null ? null : { list: heldList, rows, total });
  const isHeld = held !== null && held.list === heldList;
  return { ref: setContainer, rows: isHeld ? inHeldPlaces(held, { rows, keyOf, total }) : rows };
}

/**
 * Returns the rows in the order of `held`. A row that left the page stays, unless the whole list has become shorter:
 * the row can have been removed. A new row follows at the end where the page has room.
 */
export function inHeldPlaces<Row>(
  held: Pick<Held<Row>, 'rows' | 'total'>,
  { rows, keyOf, total }: Pick<RowsOptions<Row>, 'rows' | 'keyOf'> & { total: number | undefined },
): Row[] {
  const newest = new Map(rows.map((row) => [keyOf(row), row]));
  const isShorter = total !== undefined && held.total !== undefined && total < held.total;
  const kept = held.rows
    .filter((row) => !isShorter || newest.has(keyOf(row)))
    .map((row) => newest.get(keyOf(row)) ?? row);
  const places = new Set(held.rows.map(keyOf));
  const added = rows.filter((row) => !places.has(keyOf(row)));
  return [...kept, ...added.slice(0, Math.max(0, rows.length - kept.length))];
}

/** Whether the pointer, an open menu or the visible keyboard focus is in an element. */
function useIsAimedAt(container: HTMLElement | null): boolean {
  const [isAimedAt, setAimedAt] = useState(false);
  useEffect(() => {
    if (container === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const aims = { pointer: false, focus: false };
    const aim = (changed: Partial<typeof aims>): void => {
      Object.assign(aims, changed);
      setAimedAt(aims.pointer || aims.focus);
    };
    const isInside = (target: EventTarget | null): boolean => target instanceof Node && container.contains(target);
    // A menu stands outside the rows, and moves with the row that opened it.
    const hasMenu = (): boolean => container.querySelector('[aria-haspopup][aria-expanded="true"]') !== null;
    const isFocusShown = (target: EventTarget | null): boolean =>
      target instanceof Element && target.matches(':focus-visible');
    document.addEventListener('pointerover', ({ target }) => aim({ pointer: isInside(target) || hasMenu() }), {
      signal,
    });
    document.documentElement.addEventListener('pointerleave', () => aim({ pointer: false }), { signal });
    document.addEventListener('focusin', ({ target }) => aim({ focus: isInside(target) && isFocusShown(target) }), {
      signal,
    });
    document.addEventListener('focusout', () => aim({ focus: false }), { signal });
    return () => {
      listening.abort();
      setAimedAt(false);
    };
  }, [container]);
  return isAimedAt;
}
