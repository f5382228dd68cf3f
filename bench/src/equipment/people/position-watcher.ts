// A page that follows devices on the map. It shows the newest position by time of measurement, whatever the order of
// arrival, as the position log of the web does.
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { openPageStream } from './page-stream.ts';

export interface PositionWatcher {
  /** The id of the position that the page shows. */
  newestOf(serial: string): string | null;
  /** How often a device's number fell within one boot on the page. */
  wentBack(): number;
  /** Positions that arrived again. */
  repeats(): number;
  /** All positions of the device, in the order of arrival. */
  arrivalsOf(serial: string): readonly Arrival[];
  /** When an event of this name arrived last. */
  heardAtMs(event: string): number | null;
  stop(): void;
}

export interface Arrival {
  readonly position: Position;
  readonly atMs: number;
}

interface Shown {
  newest: Position;
  ids: Set<string>;
  arrivals: Arrival[];
}

const RECONNECT_AFTER_MS = 100;

export function createPositionWatcher(url: string, cookie: string): PositionWatcher {
  const shown = new Map<string, Shown>();
  const heard = new Map<string, number>();
  let [wentBack, repeats] = [0, 0];

  const take = (position: Position): void => {
    const arrival = { position, atMs: Date.now() };
    const known = shown.get(position.serialNumber);
    if (known === undefined) {
      shown.set(position.serialNumber, { newest: position, ids: new Set([position.id]), arrivals: [arrival] });
      return;
    }
    known.arrivals.push(arrival);
    if (known.ids.has(position.id)) {
      repeats += 1;
      return;
    }
    known.ids.add(position.id);
    if (position.at < known.newest.at) return;
    if (isBefore(position, known.newest)) wentBack += 1;
    else known.newest = position;
  };

  const stream = openPageStream({
    ...{ url, cookie, reconnectAfterMs: RECONNECT_AFTER_MS },
    onFrame: ({ event, data }) => {
      heard.set(event, Date.now());
      if (event === positionEvent.name) take(JSON.parse(data) as Position);
    },
  });

  return {
    newestOf: (serial) => shown.get(serial)?.newest.id ?? null,
    wentBack: () => wentBack,
    repeats: () => repeats,
    arrivalsOf: (serial) => shown.get(serial)?.arrivals ?? [],
    heardAtMs: (event) => heard.get(event) ?? null,
    stop: stream.stop,
  };
}

/** Whether a position of the same boot has a smaller number. */
function isBefore(one: Position, other: Position): boolean {
  const [boot, seq] = numbersOf(one.id);
  const [otherBoot, otherSeq] = numbersOf(other.id);
  return boot === otherBoot && seq < otherSeq;
}

function numbersOf(id: string): [boot: number, seq: number] {
  const [boot = '', seq = ''] = id.split('.');
  return [Number(boot), Number(seq)];
}
