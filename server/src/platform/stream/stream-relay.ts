// State that this process pushes to streams in other processes. Each process knows which users have a stream where, so
// nothing is sent for devices that no one watches (decision 038).
import { systemClock, type Stop } from '#platform/clock/clock';
import type { ServerProcesses } from '#platform/processes/server-processes';
import { chunks, exchangeLists } from './account-lists.ts';
import type { OpenStreams } from './open-streams.ts';
import { createRemoteAccounts } from './remote-accounts.ts';
import { createAnnouncements } from './stream-announcements.ts';

/** A notification has room for about 200 ids. */
const ACCOUNTS_PER_MESSAGE = 150;
const ACCOUNTS_PER_FRAME = 50;
/** Leaves room for the ids. The page fetches longer data itself. */
const MOST_DATA_BYTES = 5_000;
const FORGET_CLOSED_EVERY_MS = 5_000;

interface FrameMessage {
  readonly accounts: readonly string[];
  readonly name: string;
  readonly key: string;
  readonly data: unknown;
}

export type ReceivedFilter<Data> = (accountIds: readonly string[], key: string, data: Data) => readonly string[];

export interface StreamRelayOptions {
  readonly processes: ServerProcesses;
  /** The streams of this process. */
  readonly local: Pick<OpenStreams, 'isOpenFor' | 'openAccounts' | 'push' | 'sendGaps'>;
  /** Prepares pushing to users who have opened a stream elsewhere. Must not reject. */
  prepare(accountIds: readonly string[]): Promise<void>;
}

export type StreamRelay = ReturnType<typeof createStreamRelay>;

export function createStreamRelay(options: StreamRelayOptions) {
  const { processes, local } = options;
  const remote = createRemoteAccounts();
  const announcements = createAnnouncements(processes, {
    accountsPerMessage: ACCOUNTS_PER_MESSAGE,
    onLate: local.sendGaps,
  });
  const lists = exchangeLists({ ...options, remote, announcements, accountsPerMessage: ACCOUNTS_PER_MESSAGE });
  const stops: Stop[] = [];

  /** By the name of the event. */
  const filters = new Map<string, ReceivedFilter<never>>();

  processes.on<FrameMessage>('streams-frame', ({ name, accounts, key, data }) => {
    const kept = filters.get(name)?.(accounts, key, data as never) ?? accounts;
    local.push(name, kept, key, data);
  });
  processes.on<readonly string[] | null>('streams-gap', (accounts) => local.sendGaps(accounts ?? local.openAccounts()));
  const sendGaps = (accountIds: Iterable<string>): void => {
    for (const [process, accounts] of remote.processesWith(accountIds))
      for (const some of chunks(accounts, ACCOUNTS_PER_MESSAGE)) processes.send(process, 'streams-gap', some);
  };

  const forgetClosed = async (): Promise<void> => {
    const open = local.openAccounts();
    for (const some of chunks(announcements.takeClosed(open), ACCOUNTS_PER_MESSAGE))
      processes.send('others', 'streams-closed', some);
  };

  return {
    /** Resolves when the other processes push for this user. A process that does not answer is not waited for long. */
    announce: announcements.announce,
    /** Whether the user has a stream in any process. */
    isOpenFor: (accountId: string): boolean => local.isOpenFor(accountId) || remote.has(accountId),
    /** Users with a stream in any process. */
    openAccounts(): ReadonlySet<string> {
      return remote.isEmpty() ? local.openAccounts() : new Set([...local.openAccounts(), ...remote.all()]);
    },
    push(name: string, accountIds: Iterable<string>, key: string, data: unknown): void {
      if (remote.isEmpty()) return;
      const found = remote.processesWith(accountIds);
      if (found.size === 0) return;
      if (Buffer.byteLength(JSON.stringify(data)) > MOST_DATA_BYTES) return sendGaps(accountIds);
      for (const [process, accounts] of found)
        for (const some of chunks(accounts, ACCOUNTS_PER_FRAME))
          processes.send(process, 'streams-frame', { name, accounts: some, key, data });
    },
    sendGaps,
    filterReceived(name: string, keep: ReceivedFilter<never>): Stop {
      filters.set(name, keep);
      return () => void filters.delete(name);
    },
    /** Reads which users have streams in other processes. Call before devices can connect. */
    async join(): Promise<void> {
      await lists.join();
      stops.push(systemClock().every(FORGET_CLOSED_EVERY_MS, forgetClosed));
    },
    stop(): void {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
