import type { ViewKind, ViewRight } from '@trace/contract/location-access/location-access.rules';
import type { KnownDevice } from '#features/devices/devices.port';
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
export interface NewView {
  readonly viewerId: string;
  readonly deviceId: number;
  readonly what: ViewKind;
  readonly right: ViewRight;
  readonly grantId: string | null;
  /** How many positions; a look at none is no look. */
  readonly positions: number;
  /** What is handed over bit by bit is one row: the viewer's lease, or the ping. Null: a row of its own. */
  readonly viewing?: string | null;
}

/** What somebody may see of where a device is. */
export interface Sight {
  /** Positions measured in this time; `until` null: from then on. */
  readonly from: Date;
  readonly until: Date | null;
  /** By which right a look stands in the ledger; null: it is the device's own user, who needs none. */
  readonly right: ViewRight | null;
  readonly grantId: string | null;
}

/** What other features may ask about who sees where a device is. */
export interface LocationAccessPort {
  /** What a person may see of a device now; null: nothing. */
  locationAccessOf(accountId: string, device: KnownDevice): Promise<Sight | null>;
  /** The same for a relation and a grant that are known already. */
  sightBy(device: Pick<KnownDevice, 'relation' | 'since'>, grant: LiveGrant | null): Sight | null;
  /** The same as `locationAccessOf`, for a device that is held: what it rests on stays so until the end of the transaction (T07). */
  lockLocationAccess(tx: Executor, accountId: string, device: KnownDevice): Promise<Sight | null>;
  /** The grants of these people that run now, by the database's clock, and whose ground still stands. */
  liveGrants(of: { accountIds: readonly string[]; deviceIds?: readonly number[] }): Promise<LiveGrant[]>;
  /**
   * Writes looks into the ledger and answers those that may be handed over, in the order given: a grant that has ended by
   * the database's clock gets no row, and its positions must not leave. Written first, handed over then.
   */
  recordViews<Look extends NewView>(executor: Executor, looks: readonly Look[]): Promise<Look[]>;
}
