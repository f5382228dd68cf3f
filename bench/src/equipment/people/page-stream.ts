// The stream of a page: reconnects like a browser and resumes behind the last event (Last-Event-ID).
import { request, type IncomingMessage } from 'node:http';
import { STREAM_PATH } from '@trace/contract/kernel/stream';

/** A frame of the stream. Only durable events have an id. */
export interface Frame {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

export interface PageStream {
  /** Whether the stream is open, so that events arrive without delay. */
  isOpen(): boolean;
  /** Stops reading without closing, as a page whose network vanished. The page gives up and reconnects later. */
  freeze(): void;
  /** Loses the connection. The page reconnects. */
  cut(): void;
  stop(): void;
}

interface Options {
  readonly url: string;
  readonly cookie: string;
  readonly reconnectAfterMs: number;
  onFrame(frame: Frame): void;
}

const GIVES_UP_AFTER_MS = 5_000;

export function openPageStream({ url, cookie, reconnectAfterMs, onFrame }: Options): PageStream {
  let lastId: string | null = null;
  let isStopped = false;
  let response: IncomingMessage | null = null;

  const read = (text: string): void => {
    const fields = new Map(
      text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const id = fields.get('id') ?? null;
    lastId = id ?? lastId;
    onFrame({ event: fields.get('event') ?? '', data: fields.get('data') ?? '', id });
  };

  const reconnect = (): void => {
    response = null;
    if (!isStopped) setTimeout(open, reconnectAfterMs);
  };

  const open = (): void => {
    if (isStopped) return;
    const resuming = lastId === null ? {} : { 'last-event-id': lastId };
    const asked = request(url + STREAM_PATH, { agent: false, headers: { cookie, ...resuming } });
    asked.once('error', reconnect);
    asked.once('response', (answer) => {
      // A stop while the answer was on its way.
      if (isStopped) return void answer.destroy();
      asked.off('error', reconnect);
      asked.on('error', () => {});
      let rest = '';
      response = answer;
      answer.setEncoding('utf8').on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) read(frame);
      });
      answer.on('error', () => {}).once('close', reconnect);
    });
    asked.end();
  };

  open();
  return {
    isOpen: () => response !== null,
    freeze: () => {
      const frozen = response;
      frozen?.pause();
      setTimeout(() => frozen?.destroy(), GIVES_UP_AFTER_MS);
    },
    cut: () => {
      response?.destroy();
    },
    stop: () => {
      isStopped = true;
      response?.destroy();
    },
  };
}
