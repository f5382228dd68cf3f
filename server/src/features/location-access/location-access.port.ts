import type { LookKind, LookRight } from '@trace/contract/location-access/location-access.rules';
import type { Executor } from '#platform/db/database';

/** A right to see positions of a device that were measured in its time. Ended, expired and groundless ones are none. */
export interface LiveGrant {
  readonly grantId: string;
  readonly deviceId: number;
  /** Who holds it. */
  readonly accountId: string;
  /** By the database's clock. */
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Positions that are about to be handed to somebody who is not the device's user. */
export interface NewLook {
  readonly viewerId: string;
  readonly deviceId: number;
  readonly what: LookKind;
  readonly right: LookRight;
  readonly grantId: string | null;
  /** How many positions; a look at none is no look. */
  readonly positions: number;
  /** What is handed over bit by bit is one row: the viewer's lease, or the ping. Null: a row of its own. */
  readonly viewing?: string | null;
}

/** What other features may ask about who sees where a device is. */
export interface LocationAccessPort {
  /** The grants of these people that run now, by the database's clock, and whose ground still stands. */
  liveGrants(of: { accountIds: readonly string[]; deviceIds?: readonly number[] }): Promise<LiveGrant[]>;
  /** The grant of one person for one device, which cannot be ended before the transaction is over; null: there is none. */
  holdGrant(
    tx: Executor,
    of: { accountId: string; device: { id: number; serial: string } },
  ): Promise<LiveGrant | null>;
  /**
   * Writes looks into the ledger and answers those that may be handed over, in the order given: a grant that has ended by
   * the database's clock gets no row, and its positions must not leave. Written first, handed over then.
   */
  recordLooks(executor: Executor, looks: readonly NewLook[]): Promise<readonly NewLook[]>;
}
