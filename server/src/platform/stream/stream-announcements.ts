// Announces a user's first stream to the other processes, and waits until every process pushes for this user.
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcesses } from '#platform/processes/server-processes';

/** A process that takes longer stands still or is dead. */
const KNOWN_WITHIN_MS = 500;

interface Turn {
  readonly accounts: readonly string[];
  readonly left: Set<string>;
  readonly isKnown: PromiseWithResolvers<void>;
  /** The streams were told hello before every process knew of them. */
  isLate: boolean;
}

interface AnnouncementOptions {
  readonly accountsPerMessage: number;
  /** Another process pushes for these users only now, so their streams may have missed state. */
  onLate(accountIds: readonly string[]): void;
}

export type Announcements = ReturnType<typeof createAnnouncements>;

export function createAnnouncements(processes: ServerProcesses, options: AnnouncementOptions) {
  const { accountsPerMessage, onLate } = options;
  /** The announcement of each user, while the user has a stream in this process. */
  const announced = new Map<string, Promise<void>>();
  const turns = new Map<number, Turn>();
  /** Processes that did not answer in time. No announcement waits for these until an answer arrives. */
  const quiet = new Set<string>();
  let lastTurn = 0;
  let gathering: { accounts: string[]; isSent: Promise<void> } | null = null;

  const answer = (number: number, from: string): void => {
    const turn = turns.get(number);
    if (!turn?.left.delete(from)) return;
    if (turn.isLate) onLate(turn.accounts);
    if (turn.left.size > 0) return;
    turn.isKnown.resolve();
    turns.delete(number);
  };

  const sendTurn = async (accounts: readonly string[]): Promise<void> => {
    const left = new Set([...processes.others()].filter((id) => !quiet.has(id)));
    lastTurn += 1;
    const turn = lastTurn;
    processes.send('others', 'streams-opened', { accounts, turn });
    if (left.size === 0) return;
    const sent: Turn = { accounts, left, isKnown: Promise.withResolvers<void>(), isLate: false };
    turns.set(turn, sent);
    const inTime = new AbortController();
    const late = wait(KNOWN_WITHIN_MS, undefined, { signal: inTime.signal }).catch(() => {});
    await Promise.race([sent.isKnown.promise, late]);
    inTime.abort();
    sent.isLate = true;
    for (const id of left) quiet.add(id);
  };

  /** Users of the same turn of the event loop share a message. */
  const gather = (accountId: string): Promise<void> => {
    if (gathering === null || gathering.accounts.length >= accountsPerMessage) {
      const accounts: string[] = [];
      const opened = { accounts, isSent: Promise.resolve() };
      opened.isSent = new Promise<void>((resolve) => {
        setImmediate(resolve);
      }).then(() => {
        if (gathering === opened) gathering = null;
        return sendTurn(accounts);
      });
      gathering = opened;
    }
    gathering.accounts.push(accountId);
    return gathering.isSent;
  };

  processes.on<number>('streams-known', (number, from) => {
    quiet.delete(from);
    answer(number, from);
  });

  return {
    async announce(accountId: string): Promise<void> {
      if (processes.others().size === 0) return;
      const known = announced.get(accountId) ?? gather(accountId);
      announced.set(accountId, known);
      await known;
    },
    /** Other processes know these users from a complete list. */
    markKnown(accountIds: readonly string[]): void {
      for (const id of accountIds) if (!announced.has(id)) announced.set(id, Promise.resolve());
    },
    /** Returns announced users without a stream in this process. A later stream is announced anew. */
    takeClosed(open: ReadonlySet<string>): string[] {
      const closed = [...announced.keys()].filter((id) => !open.has(id));
      for (const id of closed) announced.delete(id);
      return closed;
    },
    /** The process is gone. */
    forget(process: string): void {
      quiet.delete(process);
      for (const number of [...turns.keys()]) answer(number, process);
    },
  };
}
