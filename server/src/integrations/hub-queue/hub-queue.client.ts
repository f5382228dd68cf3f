import type * as Sqs from '@aws-sdk/client-sqs';
import { troubleOf } from './hub-queue.errors.ts';
import type { DeleteOutcome, HubQueue, QueueMessage, ReceiveOutcome } from './hub-queue.ts';

export interface HubQueuePlace {
  readonly queue: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of a stand-in. Null: Amazon's own. */
  readonly endpoint: string | null;
}

/** The maximum of one receive. */
const MESSAGES_PER_RECEIVE = 10;
/** Longer than storing ten messages takes. A message of a killed process comes back after this. */
const VISIBILITY_SEC = 30;
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** The longest wait of a receive, and an answer. */
const REQUEST_TIMEOUT_MS = 25_000;
const ATTEMPTS = 2;

/** The real client. The same code talks to the stand-in, over the wire. */
export function createHubQueueClient(place: HubQueuePlace): HubQueue {
  let opened: Promise<{ sqs: typeof Sqs; client: Sqs.SQSClient }> | undefined;
  let address: string | undefined;
  // The library is big, so it is loaded only where a queue is configured.
  const open = () => (opened ??= import('@aws-sdk/client-sqs').then((sqs) => ({ sqs, client: clientFor(sqs, place) })));

  const queueUrl = async (): Promise<string> => {
    const { sqs, client } = await open();
    address ??= (await client.send(new sqs.GetQueueUrlCommand({ QueueName: place.queue }))).QueueUrl;
    if (address === undefined) throw new Error('the answer names no queue');
    return address;
  };

  const within = (ms: number, signal?: AbortSignal): AbortSignal =>
    AbortSignal.any([AbortSignal.timeout(ms), ...(signal === undefined ? [] : [signal])]);

  return {
    async receive(waitSec, signal): Promise<ReceiveOutcome> {
      try {
        const { sqs, client } = await open();
        const command = new sqs.ReceiveMessageCommand({
          QueueUrl: await queueUrl(),
          MaxNumberOfMessages: MESSAGES_PER_RECEIVE,
          WaitTimeSeconds: waitSec,
          VisibilityTimeout: VISIBILITY_SEC,
          MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        });
        const answer = await client.send(command, {
          abortSignal: within(waitSec * 1_000 + ANSWER_TIMEOUT_MS + CONNECT_TIMEOUT_MS, signal),
        });
        return { outcome: 'received', messages: (answer.Messages ?? []).map(messageOf) };
      } catch (error) {
        // A queue that was deleted and made anew has another address.
        address = undefined;
        return troubleOf(error);
      }
    },
    async delete(receipt): Promise<DeleteOutcome> {
      try {
        const { sqs, client } = await open();
        const command = new sqs.DeleteMessageCommand({ QueueUrl: await queueUrl(), ReceiptHandle: receipt });
        await client.send(command, { abortSignal: within(ANSWER_TIMEOUT_MS) });
        return { outcome: 'deleted' };
      } catch (error) {
        return troubleOf(error);
      }
    },
    async release(receipts) {
      const { sqs, client } = await open();
      const release = async (ReceiptHandle: string): Promise<void> => {
        const input = { QueueUrl: await queueUrl(), ReceiptHandle, VisibilityTimeout: 0 };
        await client.send(new sqs.ChangeMessageVisibilityCommand(input), { abortSignal: within(ANSWER_TIMEOUT_MS) });
      };
      await Promise.allSettled(receipts.map(release));
    },
    async countWaiting() {
      try {
        const { sqs, client } = await open();
        const command = new sqs.GetQueueAttributesCommand({
          QueueUrl: await queueUrl(),
          AttributeNames: ['ApproximateNumberOfMessages'],
        });
        const { Attributes } = await client.send(command, { abortSignal: within(ANSWER_TIMEOUT_MS) });
        const count = Number(Attributes?.['ApproximateNumberOfMessages']);
        return Number.isSafeInteger(count) ? count : null;
      } catch {
        // The number is a convenience, and a key that may only read and delete is enough.
        return null;
      }
    },
    close: () => void opened?.then(({ client }) => client.destroy()),
  };
}

const clientFor = (sqs: typeof Sqs, { region, accessKeyId, secretAccessKey, endpoint }: HubQueuePlace) =>
  new sqs.SQSClient({
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    ...(endpoint !== null && { endpoint }),
  });

const messageOf = ({ MessageId, ReceiptHandle, Body, Attributes }: Sqs.Message): QueueMessage => ({
  id: MessageId ?? '',
  receipt: ReceiptHandle ?? '',
  body: Body ?? '',
  deliveries: Number(Attributes?.['ApproximateReceiveCount'] ?? 1),
});
