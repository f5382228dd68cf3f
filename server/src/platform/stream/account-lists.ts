// Processes tell each other which users have a stream where: a complete list when they meet, then each change.
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { OpenStreams } from './open-streams.ts';
import type { RemoteAccounts } from './remote-accounts.ts';
import type { Announcements } from './stream-announcements.ts';

/** How long a start waits for the lists of the other processes. */
const JOIN_WITHIN_MS = 500;

/** `turn` is answered when the receiver pushes for these users. `isFirst` begins a complete list, `isLast` ends it. */
interface OpenedMessage {
  readonly accounts: readonly string[];
  readonly turn?: number;
  readonly isFirst?: boolean;
  readonly isLast?: boolean;
}

interface AccountListOptions {
  readonly processes: ServerProcesses;
  readonly remote: RemoteAccounts;
  readonly announcements: Announcements;
  readonly accountsPerMessage: number;
  readonly local: Pick<OpenStreams, 'openAccounts' | 'sendGaps'>;
  prepare(accountIds: readonly string[]): Promise<void>;
}

export function exchangeLists(options: AccountListOptions) {
  const { processes, remote, announcements, local } = options;
  /** Processes whose complete list this process waits for. */
  const unread = new Set<string>();
  /** Processes that appeared after the start. After a long pause a process has missed state. */
  const appeared = new Set<string>();
  let hasJoined = false;

  const sendList = (to: string): void => {
    const open = [...local.openAccounts()];
    announcements.markKnown(open);
    const parts = open.length === 0 ? [[]] : chunks(open, options.accountsPerMessage);
    for (const [index, accounts] of parts.entries())
      processes.send(to, 'streams-opened', { accounts, isFirst: index === 0, isLast: index === parts.length - 1 });
  };

  const takeOpened = async (message: OpenedMessage, from: string): Promise<void> => {
    if (message.isFirst) remote.forget(from);
    remote.add(from, message.accounts);
    await options.prepare(message.accounts);
    if (message.turn !== undefined) processes.send(from, 'streams-known', message.turn);
    if (message.isLast) unread.delete(from);
    if (message.isLast && appeared.delete(from)) processes.send(from, 'streams-gap', null);
  };

  const ask = (other: string): void => {
    unread.add(other);
    processes.send(other, 'streams-asked', null);
  };

  const forget = (other: string): void => {
    appeared.delete(other);
    unread.delete(other);
    remote.forget(other);
    announcements.forget(other);
  };

  processes.on<OpenedMessage>('streams-opened', (message, from) => void takeOpened(message, from));
  processes.on<readonly string[]>('streams-closed', (accounts, from) => remote.remove(from, accounts));
  processes.on<null>('streams-asked', (_body, from) => sendList(from));
  processes.onChange((change) => {
    if ('gone' in change) return forget(change.gone);
    if (hasJoined) appeared.add(change.appeared);
    ask(change.appeared);
  });
  processes.onLoss((which) => {
    if (which === 'received') local.sendGaps(local.openAccounts());
    else processes.send('others', 'streams-gap', null);
    for (const other of processes.others()) {
      if (which === 'received') ask(other);
      else sendList(other);
    }
  });

  return {
    /** Resolves when the other processes that are alive have sent their lists. */
    async join(): Promise<void> {
      for (const other of processes.others()) ask(other);
      const deadlineMs = performance.now() + JOIN_WITHIN_MS;
      while (unread.size > 0 && performance.now() < deadlineMs) await wait(10);
      hasJoined = true;
    },
  };
}

export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
