// Keeps a session of this process at the broker, and empties sessions of dead processes.
import { randomUUID } from 'node:crypto';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { BrokerSession } from './broker-session.ts';
import { addSession, deleteSession, releaseSession, renewSession, takeFreeSession } from './broker-sessions.store.ts';

export interface BrokerSessions {
  /** Takes a session and begins to connect. */
  start(): Promise<void>;
  /** The session of this process. Null before the start, and for a moment after another process took it. */
  current(): BrokerSession | null;
  stopReading(): void;
  stop(): Promise<void>;
}

export interface BrokerSessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  open(number: number, purpose: 'subscribe' | 'unsubscribe'): BrokerSession;
}

const RENEW_EVERY_MS = 1_000;
/** An orphaned session without a message for this long is empty. */
const EMPTY_AFTER_MS = 1_500;

export function createBrokerSessions(options: BrokerSessionsOptions): BrokerSessions {
  const { database, clock, log } = options;
  const holder = randomUUID();
  let own: BrokerSession | null = null;
  let orphaned: BrokerSession | null = null;
  let stopRenewing: Stop = () => {};

  const open = (number: number, purpose: 'subscribe' | 'unsubscribe'): BrokerSession => {
    const session = options.open(number, purpose);
    session.start();
    return session;
  };

  const takeOwn = async (): Promise<void> => {
    let number = await takeFreeSession(database.sql, holder);
    while (number === null) number = await addSession(database.sql, holder);
    own = open(number, 'subscribe');
  };

  /** Returns null when another process has the session now, after a long pause of this process. */
  const renewed = async (session: BrokerSession | null): Promise<BrokerSession | null> => {
    if (session === null || (await renewSession(database.sql, session.number, holder))) return session;
    session.stop({ forgetSession: false });
    return null;
  };

  /**
   * Brokers go on delivering a share of the messages to a session without a process. So this process unsubscribes the
   * orphaned session, stores its rest and ends the session. New messages go to the other sessions.
   */
  const emptyOrphaned = async (): Promise<void> => {
    if (own?.isUp() !== true) return;
    if (orphaned === null) {
      const number = await takeFreeSession(database.sql, holder);
      if (number === null) return;
      log.info({ session: number }, 'A server process is gone, reading what the broker still holds for it');
      orphaned = open(number, 'unsubscribe');
    } else if (orphaned.isQuiet(EMPTY_AFTER_MS)) {
      orphaned.stop({ forgetSession: true });
      await deleteSession(database.sql, orphaned.number, holder);
      orphaned = null;
    }
  };

  const renew = async (): Promise<void> => {
    try {
      own = await renewed(own);
      if (own === null) await takeOwn();
      orphaned = await renewed(orphaned);
      await emptyOrphaned();
    } catch (error) {
      log.warn({ err: error }, 'Renewing the session at the broker failed, retrying in a second');
    }
  };

  return {
    start: async () => {
      await takeOwn();
      stopRenewing = clock.every(RENEW_EVERY_MS, renew);
    },
    current: () => own,
    stopReading: () => {
      stopRenewing();
      for (const session of [own, orphaned]) session?.stopReading();
    },
    stop: async () => {
      stopRenewing();
      for (const session of [own, orphaned]) {
        session?.stop({ forgetSession: false });
        if (session !== null) await releaseSession(database.sql, session.number, holder);
      }
      own = null;
      orphaned = null;
    },
  };
}
