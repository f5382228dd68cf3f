import { request, type IncomingMessage } from 'node:http';
import { eventually } from './eventually.ts';
import { createFrameReader, type StreamEvent } from './sse-frames.ts';

/** A stream that is open, read by hand. */
export interface OpenStream {
  readonly status: number;
  /** All received events, in order. */
  readonly events: StreamEvent[];
  /** Returns the data of the events of a kind. */
  of<Data = Record<string, unknown>>(event: string): Data[];
  /** Waits until so many events of a kind came, and answers their data. */
  until<Data = Record<string, unknown>>(event: string, count?: number): Promise<Data[]>;
  /** The newest id, where the next stream resumes. */
  lastId(): string;
  isOver(): boolean;
  /** Stops reading the socket, as a hung browser does. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens a stream and waits for hello, unless the stream was refused. */
export async function readStream(url: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const asked = request(url, { headers, agent: false });
  const answered = Promise.withResolvers<IncomingMessage>();
  asked.once('response', answered.resolve).once('error', answered.reject).end();
  const response = await answered.promise;
  const events: StreamEvent[] = [];
  const framesIn = createFrameReader();
  let isOver = false;
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    if (response.statusCode === 200) events.push(...framesIn(text));
  });
  // A cut by the server or by `close` counts as a normal end.
  response.on('error', () => {});
  response.on('close', () => {
    isOver = true;
  });
  const of = <Data>(event: string): Data[] =>
    events.filter((one) => one.event === event).map((one) => one.data as Data);
  const stream: OpenStream = {
    status: response.statusCode!,
    events,
    of,
    until: (event, count = 1) =>
      eventually(
        () => of(event),
        (found) => found.length >= count,
      ),
    lastId: () => events.findLast(({ id }) => id !== null)!.id!,
    isOver: () => isOver,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void response.destroy(),
  };
  if (stream.status === 200) await stream.until('hello');
  return stream;
}

/** The stream of a signed-in person. */
export const openStream = (
  portal: { url: string },
  { cookie }: { cookie: string },
  lastEventId?: string,
): Promise<OpenStream> =>
  readStream(`${portal.url}/api/stream`, {
    cookie,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });
