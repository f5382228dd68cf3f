// The incidents that reach a page.
import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import { openPageStream, type PageStream } from './page-stream.ts';
import { nowMs } from './receivers.ts';

/** An event of an incident that reached the page. */
export interface HeardIncident {
  readonly id: string;
  readonly isRinging: boolean;
  readonly atMs: number;
}

export interface EventStream extends PageStream {
  readonly heard: readonly HeardIncident[];
  wasFrozen(): boolean;
}

const RECONNECT_AFTER_MS = 200;

export function createEventStream(url: string, cookie: string): EventStream {
  const heard: HeardIncident[] = [];
  let wasFrozen = false;
  const stream = openPageStream({
    ...{ url, cookie, reconnectAfterMs: RECONNECT_AFTER_MS },
    onFrame: ({ event, data }) => {
      if (event !== panicChangedEvent.name) return;
      const { id, isRinging } = JSON.parse(data) as { id: string; isRinging: boolean };
      heard.push({ id, isRinging, atMs: nowMs() });
    },
  });
  return {
    ...stream,
    heard,
    wasFrozen: () => wasFrozen,
    freeze: () => {
      wasFrozen = true;
      stream.freeze();
    },
  };
}
