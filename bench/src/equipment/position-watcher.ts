// A page that follows devices on the map: reconnects like a browser, and shows the newest position by time of
// measurement, whatever the order of arrival (as `accept` of the web's position log does).
import { request, type IncomingMessage } from 'node:http';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';

export interface PositionWatcher {
  /** The id of the position that the page shows. */
  newestOf(serial: string): string | null;
  /** How often a device's number fell within one boot on the page. */
  wentBack(): number;
  /** Positions that arrived again. */
  repeats(): number;
  /** All positions of the device since the last call. */
  take(serial: string): readonly Position[];
  isOpen(): boolean;
  stop(): void;
}

interface Shown {
  newest: Position;
  ids: Set<string>;
  taken: Position[];
}

const RECONNECT_AFTER_MS = 100;

export function createPositionWatcher(url: string, cookie: string): PositionWatcher {
  const shown = new Map<string, Shown>();
  let [wentBack, repeats] = [0, 0];
  let isStopped = false;
  let response: IncomingMessage | null = null;

  const take = (position: Position): void => {
    const known = shown.get(position.serialNumber);
    if (known === undefined) {
      shown.set(position.serialNumber, { newest: position, ids: new Set([position.id]), taken: [position] });
      return;
    }
    known.taken.push(position);
    if (known.ids.has(position.id)) {
      repeats += 1;
      return;
    }
    known.ids.add(position.id);
    if (position.at < known.newest.at) return;
    if (isBefore(position, known.newest)) wentBack += 1;
    else known.newest = position;
  };

  const readFrame = (frame: string): void => {
    const fields = new Map(
      frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (fields.get('event') === positionEvent.name) take(JSON.parse(fields.get('data') ?? '') as Position);
  };

  const reconnect = (): void => {
    response = null;
    if (!isStopped) setTimeout(open, RECONNECT_AFTER_MS);
  };

  const open = (): void => {
    if (isStopped) return;
    const asked = request(url + STREAM_PATH, { agent: false, headers: { cookie } });
    asked.once('error', reconnect);
    asked.once('response', (answer) => {
      asked.off('error', reconnect);
      asked.on('error', () => {});
      let rest = '';
      response = answer;
      answer.setEncoding('utf8').on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) readFrame(frame);
      });
      answer.on('error', () => {}).once('close', reconnect);
    });
    asked.end();
  };

  open();
  return {
    newestOf: (serial) => shown.get(serial)?.newest.id ?? null,
    wentBack: () => wentBack,
    repeats: () => repeats,
    take: (serial) => shown.get(serial)?.taken.splice(0) ?? [],
    isOpen: () => response !== null,
    stop: () => {
      isStopped = true;
      response?.destroy();
    },
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
