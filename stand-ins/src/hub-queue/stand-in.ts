// The queue of the hub service for tests and the demo: a FIFO queue over HTTP in the JSON protocol of Amazon SQS.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonOf } from '../http.ts';
import { enveloped, panicEvent, type Envelope, type StandInEvent } from './stand-in.events.ts';
import { createFifoMessages, md5Of, type FifoMessages } from './stand-in.messages.ts';

export const STAND_IN_QUEUE = 'trace-hub-events.fifo';
export const STAND_IN_KEY_ID = 'STANDINKEYID';
export const STAND_IN_SECRET = 'stand-in-secret-of-the-demo';

const LONGEST_WAIT_SEC = 20;

/** An error of the service: its name in the protocol. */
type Trouble = 'UnrecognizedClientException' | 'AccessDeniedException' | 'QueueDoesNotExist' | 'InternalFailure';

export interface HubQueueStandIn {
  readonly url: string;
  /** Sends a body as it is. Returns the id of the message. */
  send(body: string, options?: { group?: string; deduplicationId?: string }): string;
  /** Presses the panic button of a hub. Returns the id of the event. */
  pressPanic(hubId: string, change?: Partial<StandInEvent>, envelope?: Envelope): string;
  /** Accepts this many deletes without effect, as if the process died before the delete. */
  dropDeletes(count: number): void;
  /** Moves the queue's clock, so that received messages become visible again. */
  advance(ms: number): void;
  /** Answers every call with this error until set back to null. */
  failWith(trouble: Trouble | null): void;
  /** Number of messages that were not deleted. */
  waiting(): number;
  /** Number of calls of an action, such as ReceiveMessage, with a key. Keys begin with `STAND_IN_KEY_ID`. */
  calls(action: string, keyId?: string): number;
  stop(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export async function startHubQueueStandIn({ port = 0 }: { port?: number } = {}): Promise<HubQueueStandIn> {
  const messages = createFifoMessages();
  const calls = new Map<string, number>();
  let trouble: Trouble | null = null;
  let url = '';

  const send: HubQueueStandIn['send'] = (body, { group = 'none', deduplicationId = randomUUID() } = {}) =>
    messages.send({ body, group, deduplicationId });

  const pressPanic: HubQueueStandIn['pressPanic'] = (hubId, change = {}, envelope = 'event') => {
    const event = panicEvent(hubId, change);
    send(enveloped(event, envelope), { group: hubId });
    return String(event['eventId']);
  };

  const answerTo = async (request: IncomingMessage): Promise<Reply> => {
    const [, hubId] = /^\/press\/([0-9A-Fa-f]{8})$/.exec(request.url ?? '') ?? [];
    if (hubId !== undefined && request.method === 'POST')
      return { status: 200, body: { eventId: pressPanic(hubId.toUpperCase()) } };
    const action = String(request.headers['x-amz-target'] ?? '').replace('AmazonSQS.', '');
    const [, keyId = ''] = /Credential=(\w+)\//.exec(request.headers.authorization ?? '') ?? [];
    const call = `${keyId} ${action}`;
    calls.set(call, (calls.get(call) ?? 0) + 1);
    const input = (await jsonOf(request)) as Input;
    if (trouble !== null) return failure(trouble);
    if (!keyId.startsWith(STAND_IN_KEY_ID)) return failure('UnrecognizedClientException');
    return act(action, input, { messages, url, send });
  };

  const server = createServer((request, response) => {
    answerTo(request).then(
      (reply) => write(response, reply),
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    send,
    pressPanic,
    dropDeletes: messages.dropDeletes,
    advance: messages.advance,
    failWith(next) {
      trouble = next;
    },
    waiting: messages.waiting,
    calls: (action, keyId = STAND_IN_KEY_ID) => calls.get(`${keyId} ${action}`) ?? 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Queue {
  messages: FifoMessages;
  url: string;
  send: HubQueueStandIn['send'];
}

type Input = Record<string, string | number | undefined>;

async function act(action: string, input: Input, { messages, url, send }: Queue): Promise<Reply> {
  if (action === 'GetQueueUrl')
    return input['QueueName'] === STAND_IN_QUEUE
      ? done({ QueueUrl: `${url}/000000000000/${STAND_IN_QUEUE}` })
      : failure('QueueDoesNotExist');
  const receipt = String(input['ReceiptHandle']);
  switch (action) {
    case 'ReceiveMessage':
      return done({ Messages: await receive(input, messages) });
    case 'DeleteMessage':
      messages.delete(receipt);
      return done({});
    case 'ChangeMessageVisibility':
      messages.hide(receipt, Number(input['VisibilityTimeout']));
      return done({});
    case 'GetQueueAttributes':
      return done({ Attributes: { ApproximateNumberOfMessages: String(messages.waiting()) } });
    case 'SendMessage': {
      const { MessageBody, MessageGroupId, MessageDeduplicationId } = input;
      const options = { group: String(MessageGroupId), deduplicationId: String(MessageDeduplicationId) };
      return done({ MessageId: send(String(MessageBody), options), MD5OfMessageBody: md5Of(String(MessageBody)) });
    }
    default:
      return failure('InternalFailure');
  }
}

/** Waits for the first message, as a long poll does. */
async function receive(input: Input, messages: FifoMessages) {
  const [most, visibilitySec] = [Number(input['MaxNumberOfMessages'] ?? 1), Number(input['VisibilityTimeout'] ?? 30)];
  const untilMs = Date.now() + Math.min(LONGEST_WAIT_SEC, Number(input['WaitTimeSeconds'] ?? 0)) * 1_000;
  for (;;) {
    const taken = messages.receive(most, visibilitySec);
    const leftMs = untilMs - Date.now();
    if (taken.length > 0 || leftMs <= 0) return taken;
    await messages.arrival(leftMs);
  }
}

const done = (body: unknown): Reply => ({ status: 200, body });

const failure = (name: Trouble): Reply => ({
  status: name === 'InternalFailure' ? 500 : 400,
  body: { __type: `com.amazonaws.sqs#${name}`, message: 'Simulated failure.' },
  ...(name === 'QueueDoesNotExist' && {
    headers: { 'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender' },
  }),
});

function write(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers });
  response.end(JSON.stringify(body));
}
