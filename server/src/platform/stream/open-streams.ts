import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { endEvent, gapEvent, type DataOf } from '@trace/contract/kernel/stream';
import type { Actor } from '#platform/actor/actor';
import type { OutboxEvent } from '#platform/bus/outbox';
import type { Log } from '#platform/log/log';
import { createReader, type Reader } from './reader.ts';
import { roleOfAudience } from './role-audience.ts';
import { frameOf } from './sse.ts';

/** Each tab has a stream. A user with more tabs loses the oldest stream. */
const MOST_PER_PERSON = 20;

type EndReason = DataOf<typeof endEvent>['reason'];

export interface OpenStream {
  id: string;
  actor: Actor;
  reader: Reader;
  /** Events of the outbox that arrived while the back-fill was read. Null once the stream is live. */
  held: OutboxEvent[] | null;
  /** The end of the back-fill. The outbox may deliver earlier events a moment later, which are skipped. */
  filledTo: string | null;
  /** Beats in a row at which the reader was behind. */
  beatsBehind: number;
  close(reason: EndReason): void;
  /** Closes the connection without an end frame, so that the page reconnects and resumes. */
  cut(): void;
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;

/** The open streams of this process by user. */
export function createOpenStreams(log: Log) {
  const byAccount = new Map<string, Set<OpenStream>>();

  const all = (): OpenStream[] => [...byAccount.values()].flatMap((streams) => [...streams]);

  const forget = (stream: OpenStream): void => {
    const streams = byAccount.get(stream.actor.accountId);
    streams?.delete(stream);
    if (streams?.size === 0) byAccount.delete(stream.actor.accountId);
  };

  const remember = (stream: OpenStream): void => {
    const streams = byAccount.get(stream.actor.accountId) ?? new Set();
    byAccount.set(stream.actor.accountId, streams.add(stream));
    const [oldest] = streams;
    if (streams.size > MOST_PER_PERSON) oldest!.close('too_many_streams');
  };

  const add = (actor: Actor, response: ServerResponse): OpenStream => {
    const reader = createReader(response, () => stream.close('too_slow'));
    const stream: OpenStream = {
      id: randomUUID(),
      actor,
      reader,
      held: [],
      filledTo: null,
      beatsBehind: 0,
      cut() {
        forget(stream);
        response.destroy();
      },
      close(reason) {
        forget(stream);
        if (reason === 'too_slow') response.destroy();
        else reader.end(frameOf(endEvent, { reason }));
        log.info({ streamId: stream.id, reason }, 'Stream closed');
      },
    };
    response.once('close', () => forget(stream));
    remember(stream);
    return stream;
  };

  const of = (audienceId: string): Iterable<OpenStream> => {
    const role = roleOfAudience(audienceId);
    if (role === null) return byAccount.get(audienceId) ?? NONE;
    return all().filter(({ actor }) => actor.role === role);
  };

  return {
    add,
    all,
    /** The streams of an account, or of everyone with a role (`everyoneOf`). */
    of,
    push(name: string, accountIds: Iterable<string>, key: string, data: unknown): void {
      let json: string | undefined;
      for (const id of accountIds) {
        for (const stream of of(id)) {
          json ??= JSON.stringify(data);
          stream.reader.writeNewest(key, name, json);
        }
      }
    },
    /** Drops state that waits for slow readers. */
    dropKept(name: string, key: string): void {
      for (const stream of all()) stream.reader.dropKept(key, name);
    },
    sendGaps(accountIds: Iterable<string>): void {
      for (const id of accountIds) for (const stream of of(id)) stream.reader.writeDurable(frameOf(gapEvent, {}));
    },
    isOpenFor: (accountId: string): boolean => byAccount.has(accountId),
    openAccounts: (): ReadonlySet<string> => new Set(byAccount.keys()),
  };
}

const NONE: readonly OpenStream[] = [];
