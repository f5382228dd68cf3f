// An alarm hub that reports by SIA DC-09, for tests, the demo and by hand.
import { hubFrame, readAnswer, type FrameFaults, type HubAnswer } from './hub.frames.ts';
import { openTcpLine, openUdpLine, type HubLine } from './hub.line.ts';

export interface SimulatedHubOptions {
  readonly host: string;
  readonly port: number;
  readonly isUdp?: boolean;
  readonly account: string;
  /** As a person types it. Null: without encryption. */
  readonly key?: string | null;
  /** How this hub reads the key. */
  readonly notation?: 'hex' | 'text';
  readonly now?: () => Date;
  /** How far the clock of the hub is ahead. */
  readonly driftSec?: number;
  readonly pieceBytes?: number;
  /** How long it waits for an answer, and how often it sends a frame. */
  readonly waitMs?: number;
  readonly attempts?: number;
  readonly faults?: FrameFaults;
}

export interface Press {
  /** `PA` unless given. */
  readonly code?: string;
  readonly zone?: number;
  readonly area?: number;
  readonly text?: string;
  readonly place?: { readonly lat: number; readonly lng: number };
}

export interface SimulatedHub {
  /** Sends until the monitoring station acknowledges. Sets its clock by a NAK. Returns every answer in order. */
  send(id: string, data: string, fields?: string): Promise<(HubAnswer | null)[]>;
  panic(press?: Press): Promise<(HubAnswer | null)[]>;
  /** A supervision frame. */
  beat(): Promise<(HubAnswer | null)[]>;
  /** Sends the last frame again, as after a lost acknowledgement. */
  repeat(): Promise<HubAnswer | null>;
  stop(): void;
}

const LAST_SEQ = 9_999;

export async function startSimulatedHub(options: SimulatedHubOptions): Promise<SimulatedHub> {
  const { account, waitMs = 5_000, attempts = 3, faults = {}, now = () => new Date() } = options;
  const key = options.key == null ? null : Buffer.from(options.key, options.notation === 'hex' ? 'hex' : 'latin1');
  const line: HubLine = options.isUdp ? openUdpLine(options) : await openTcpLine(options);
  let driftMs = (options.driftSec ?? 0) * 1_000;
  let seq = 0;
  let last: { id: string; data: string; fields: string; seq: number } | undefined;

  const ask = async (frame: NonNullable<typeof last>): Promise<HubAnswer | null> => {
    const sentAt = new Date(now().getTime() + driftMs);
    const bytes = await line.ask(hubFrame({ ...frame, account, key, sentAt }, faults), waitMs);
    return bytes === null ? null : readAnswer(bytes, key);
  };

  const send: SimulatedHub['send'] = async (id, data, fields = '') => {
    seq = seq === LAST_SEQ ? 1 : seq + 1;
    last = { id, data, fields, seq };
    const answers: (HubAnswer | null)[] = [];
    while (answers.length < attempts) {
      const answer = await ask(last);
      answers.push(answer);
      if (answer?.id === 'ACK' || answer?.id === 'DUH') break;
      if (answer?.id === 'NAK' && answer.time !== null) driftMs = answer.time.getTime() - now().getTime();
    }
    return answers;
  };

  return {
    send,
    panic: ({ code = 'PA', zone = 501, area = 1, text, place } = {}) =>
      send(
        'SIA-DCS',
        `#${account}|Nri${area}/${code}${zone}${text === undefined ? '' : `^${text}^`}`,
        place === undefined ? '' : placeFields(place),
      ),
    beat: () => send('NULL', ''),
    async repeat() {
      if (last === undefined) throw new Error('there is no frame to repeat');
      return ask(last);
    },
    stop: () => line.close(),
  };
}

function placeFields({ lat, lng }: { lat: number; lng: number }): string {
  return `[X${angle(lng, 3, 'EW')}][Y${angle(lat, 2, 'NS')}]`;
}

/** Degrees, hemisphere, minutes: 151E12.5580000. */
function angle(value: number, digits: number, hemispheres: string): string {
  const whole = Math.floor(Math.abs(value));
  const minutes = (Math.abs(value) - whole) * 60;
  return `${String(whole).padStart(digits, '0')}${hemispheres[value < 0 ? 1 : 0]}${minutes.toFixed(7).padStart(10, '0')}`;
}
