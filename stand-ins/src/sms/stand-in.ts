// The SMS gateway for tests and the demo: a real HTTP server that keeps the messages instead of sending them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { jsonOf } from '../http.ts';

export const STAND_IN_SMS_TOKEN = 'stand-in-token-of-the-demo';

const MOST_KEPT = 200;

export interface StandInSms {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly reference: string;
  readonly at: string;
}

export interface SmsStandIn {
  readonly url: string;
  /** The messages that were accepted, newest first. A reference that came twice is kept once. */
  list(): readonly StandInSms[];
  /** How many requests arrived, repeats included. */
  requests(): number;
  /** Answers every request with this status until set back to null. `hang`: never answers. */
  failWith(status: number | 'hang' | null): void;
  stop(): Promise<void>;
}

/** @param kept the messages of an earlier run, newest first */
export async function startSmsStandIn({
  port = 0,
  kept = [],
  onMessage = () => {},
}: {
  port?: number;
  kept?: readonly StandInSms[];
  onMessage?: (messages: readonly StandInSms[]) => void;
} = {}): Promise<SmsStandIn> {
  let messages: readonly StandInSms[] = kept;
  let requests = 0;
  let failure: number | 'hang' | null = null;

  const accept = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await jsonOf(request);
    requests += 1;
    if (failure === 'hang') return;
    if (failure !== null) return answer(response, failure, { error: `Simulated failure for ${String(body.to)}` });
    if (request.headers.authorization !== `Bearer ${STAND_IN_SMS_TOKEN}`)
      return answer(response, 401, { error: 'Unknown token' });
    const { to, from, text, reference } = body;
    if (![to, from, text, reference].every((part) => typeof part === 'string' && part !== ''))
      return answer(response, 400, { error: 'to, from, text and reference are required' });
    const message = { to, from, text, reference, at: new Date().toISOString() } as StandInSms;
    if (!/^\+[1-9]\d{6,14}$/.test(message.to)) return answer(response, 422, { error: `${message.to} is no number` });
    if (!messages.some((known) => known.reference === reference)) {
      messages = [message, ...messages].slice(0, MOST_KEPT);
      onMessage(messages);
    }
    answer(response, 202, { id: `stand-in-${message.reference}` });
  };

  const server = createServer((request, response) => {
    accept(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/messages`,
    list: () => messages,
    requests: () => requests,
    failWith(status) {
      failure = status;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
