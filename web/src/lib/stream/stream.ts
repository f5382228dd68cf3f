import {
  beatEvent,
  endEvent,
  helloEvent,
  STREAM_BEAT_MS,
  STREAM_PATH,
  type AnyStreamEvent,
  type DataOf,
} from '@trace/contract/kernel/stream';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { noteServerTime } from './server-clock.ts';
import type { Stop } from '#lib/stop.ts';
import { createStore } from '#lib/store.ts';

/** `lost`: the stream broke or failed to open, and is being retried. */
export type StreamPhase = 'connecting' | 'open' | 'lost';

export interface StreamState {
  phase: StreamPhase;
  /** When the server was last heard before the stream was lost, in ms, or null if never. */
  lastGoodAt: number | null;
  /** Push does not reach this page (for example behind a buffering proxy), so the page polls. */
  isCut: boolean;
}

export interface Stream {
  /** Opens the stream and reconnects until stopped. */
  start: () => Stop;
  onEvent: <E extends AnyStreamEvent>(event: E, handler: (data: DataOf<E>) => void) => Stop;
  readState: () => StreamState;
  onState: (listener: () => void) => Stop;
}

interface StreamOptions {
  openSource: (address: string) => EventSource;
  /**
   * Returns the event position where the first stream starts, or null while the server has not answered this page yet.
   */
  beginsAt: () => string | null;
  /** An event was missed for good or could not be read, so the page must reload its data. */
  onMissed: () => void;
  /** The stream could not be opened or was ended: the session may be over. */
  onClosed: () => void;
  /** Emits `offline` and `online` when the browser detects either: the window. */
  network: EventTarget;
  random?: () => number;
}

const FIRST_RETRY_MS = 1 * SECOND_MS;
const LONGEST_RETRY_MS = 30 * SECOND_MS;
/** A restart of the server takes seconds, and the page may be about to show a panic, so these retries come quickly. */
const QUICK_RETRIES = 6;
const HELLO_WAIT_MS = 10 * SECOND_MS;
const SILENCE_MS = 3 * STREAM_BEAT_MS;
const CUT_AFTER_FAILURES = 3;
/** Polling would load a server that is starting. */
const CUT_AFTER_MS = 2 * SECOND_MS;

/**
 * Returns the pause before the next retry after this many failures (1, 2 …): doubling to 30 s, half of the pause
 * random.
 */
export function retryPauseMs(failures: number, random: number): number {
  const longestMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  return longestMs / 2 + (random * longestMs) / 2;
}

type Handler = (data: unknown) => void;

/**
 * Creates the page's only stream. Retries are implemented here, because a browser gives up for good on an answer that
 * is not a stream. A browser also does not notice a connection that fell silent.
 */
export function createStream(options: StreamOptions): Stream {
  const { openSource, beginsAt, onMissed, onClosed, network, random = Math.random } = options;

  const handlers = new Map<string, { event: AnyStreamEvent; list: Set<Handler> }>();
  const state = createStore<StreamState>({ phase: 'connecting', lastGoodAt: null, isCut: false });
  let source: EventSource | null = null;
  let lastEventId = '';
  let lastResponseAt: number | null = null;
  let failures = 0;
  let firstFailureAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (waitMs: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, waitMs);
  };

  const hear = (message: MessageEvent<string>) => {
    lastResponseAt = Date.now();
    noteServerTime();
    if (message.lastEventId !== '') lastEventId = message.lastEventId;
    if (state.get().phase === 'open') wait(SILENCE_MS, lose);
  };

  const read = (event: AnyStreamEvent, message: MessageEvent<string>): unknown => {
    const parsed = event.data.safeParse(jsonOf(message.data));
    if (parsed.success) return parsed.data;
    onMissed();
    return undefined;
  };

  const deliver = (name: string, message: MessageEvent<string>) => {
    hear(message);
    const known = handlers.get(name);
    if (!known) return;
    const data = read(known.event, message);
    if (data !== undefined) for (const handler of [...known.list]) handler(data);
  };

  const open = () => {
    const after = lastEventId === '' ? beginsAt() : lastEventId;
    source = openSource(after === null ? STREAM_PATH : `${STREAM_PATH}?${new URLSearchParams({ after })}`);
    source.onerror = lose;
    for (const name of handlers.keys()) listen(source, name);
    wait(HELLO_WAIT_MS, lose);
  };

  const listen = (to: EventSource, name: string) => {
    to.addEventListener(name, (message) => {
      if (to === source) deliver(name, message);
    });
  };

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };

  const lose = () => {
    close();
    if (failures === 0) firstFailureAt = Date.now();
    failures += 1;
    const isCut = failures >= CUT_AFTER_FAILURES && Date.now() - firstFailureAt >= CUT_AFTER_MS;
    state.set({ phase: 'lost', lastGoodAt: lastResponseAt, isCut });
    wait(retryPauseMs(Math.max(1, failures - QUICK_RETRIES + 1), random()), open);
    onClosed();
  };

  const goOffline = () => {
    if (state.get().phase !== 'lost') lose();
  };

  /** The network is back, so the pause before the next retry is skipped. */
  const goOnline = () => {
    if (state.get().phase !== 'lost') return;
    close();
    open();
  };

  const watchNetwork = (): Stop => {
    network.addEventListener('offline', goOffline);
    network.addEventListener('online', goOnline);
    return () => {
      network.removeEventListener('offline', goOffline);
      network.removeEventListener('online', goOnline);
    };
  };

  const onEvent = <E extends AnyStreamEvent>(event: E, handler: (data: DataOf<E>) => void): Stop => {
    const known = handlers.get(event.name) ?? { event, list: new Set<Handler>() };
    if (!handlers.has(event.name)) {
      handlers.set(event.name, known);
      if (source) listen(source, event.name);
    }
    known.list.add(handler as Handler);
    return () => known.list.delete(handler as Handler);
  };

  const welcome = ({ complete }: DataOf<typeof helloEvent>) => {
    failures = 0;
    state.set({ phase: 'open', lastGoodAt: lastResponseAt, isCut: false });
    wait(SILENCE_MS, lose);
    if (!complete) onMissed();
  };

  const start = (): Stop => {
    const stops = [
      onEvent(helloEvent, welcome),
      onEvent(beatEvent, () => undefined),
      onEvent(endEvent, lose),
      watchNetwork(),
    ];
    open();
    return () => {
      close();
      for (const stop of stops) stop();
    };
  };

  return { start, onEvent, readState: state.get, onState: state.subscribe };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Counts as missing, so the page reloads its data. In a build, lean-endpoints removes the schemas of events, and only
    // unreadable JSON is refused.
    return undefined;
  }
}
