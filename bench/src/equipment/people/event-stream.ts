// The incidents that reach a page.
import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import { openPageStream, type PageStream } from './page-stream.ts';
import { nowMs } from '../outside/receivers.ts';

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

/** As the web client in its first seconds without a stream: half a second to a second. */
const SHORTEST_RETRY_MS = 500;

export function createEventStream(url: string, cookie: string): EventStream {
  const heard: HeardIncident[] = [];
  let wasFrozen = false;
  const stream = openPageStream({
    ...{ url, cookie, reconnectAfterMs: SHORTEST_RETRY_MS * (1 + Math.random()) },
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
