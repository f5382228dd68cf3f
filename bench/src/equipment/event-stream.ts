// The stream of a page: reconnects like a browser and resumes behind the last event (Last-Event-ID).
import { request, type IncomingMessage } from 'node:http';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import { nowMs } from './receivers.ts';

/** An event of an incident that reached the page. */
export interface HeardIncident {
  readonly id: string;
  readonly isRinging: boolean;
  readonly atMs: number;
}

export interface EventStream {
  readonly heard: readonly HeardIncident[];
  /** Whether the stream is open, so that events arrive without delay. */
  isOpen(): boolean;
  /** Stops reading without closing, as a page whose network vanished. The page gives up and reconnects later. */
  freeze(): void;
  wasFrozen(): boolean;
  stop(): void;
}

const RECONNECT_AFTER_MS = 200;
const GIVES_UP_AFTER_MS = 5_000;

export function createEventStream(url: string, cookie: string): EventStream {
  const heard: HeardIncident[] = [];
  let lastId: string | null = null;
  let isStopped = false;
  let wasFrozen = false;
  let response: IncomingMessage | null = null;

  const take = (frame: string): void => {
    const fields = new Map(
      frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    lastId = fields.get('id') ?? lastId;
    if (fields.get('event') !== panicChangedEvent.name) return;
    const { id, isRinging } = JSON.parse(fields.get('data') ?? '') as { id: string; isRinging: boolean };
    heard.push({ id, isRinging, atMs: nowMs() });
  };

  const reconnect = (): void => {
    response = null;
    if (!isStopped) setTimeout(open, RECONNECT_AFTER_MS);
  };

  const open = (): void => {
    const resuming = lastId === null ? {} : { 'last-event-id': lastId };
    const asked = request(url + STREAM_PATH, { agent: false, headers: { cookie, ...resuming } });
    asked.once('error', reconnect);
    asked.once('response', (answer) => {
      asked.off('error', reconnect);
      asked.on('error', () => {});
      let rest = '';
      response = answer;
      answer.setEncoding('utf8').on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) take(frame);
      });
      answer.on('error', () => {}).once('close', reconnect);
    });
    asked.end();
  };

  open();
  return {
    heard,
    wasFrozen: () => wasFrozen,
    isOpen: () => response !== null,
    freeze: () => {
      const frozen = response;
      wasFrozen = true;
      frozen?.pause();
      setTimeout(() => frozen?.destroy(), GIVES_UP_AFTER_MS);
    },
    stop: () => {
      isStopped = true;
      response?.destroy();
    },
  };
}
