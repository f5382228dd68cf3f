import type { ViewKind, ViewRight } from '@trace/contract/location-access/location-access.rules';
import type { TicketStatus } from '@trace/contract/tickets/tickets.schema';
import type { KnownDevice } from '#features/devices/devices.port';
import type { Stop } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';

/**
 * A right to see positions of a device that were measured during the grant. Excludes ended and expired grants and
 * grants without a valid basis.
 */
export interface LiveGrant {
  readonly grantId: string;
  readonly deviceId: number;
  /** The holder. */
  readonly accountId: string;
  /** By the database's clock. */
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Positions that are about to be handed to a person other than the device's user. */
export interface NewView {
  readonly viewerId: string;
  readonly deviceId: number;
  readonly what: ViewKind;
  readonly right: ViewRight;
  readonly grantId: string | null;
  /** Set for support staff: the access for a ticket. */
  readonly breakGlassId?: string;
  /** How many positions; a look at none is no look. */
  readonly positions: number;
  /**
   * Groups positions that are handed over bit by bit into a single row: the viewer's lease, or the ping. Null: a
   * separate row.
   */
  readonly viewing?: string | null;
}

/** The positions of a device that a person may see. */
export interface Sight {
  /** Positions measured in this time; `until` null: from then on. */
  readonly from: Date;
  readonly until: Date | null;
  /** The right under which the access log records a view. Null for the device's own user, who needs none. */
  readonly right: ViewRight | null;
  readonly grantId: string | null;
}

/** The positions of a device that a staff member may see now, for a ticket. */
export interface BreakGlassSight {
  readonly breakGlassId: string;
  readonly deviceId: number;
  /** Positions measured from then on. */
  readonly from: Date;
}

/** Queries of other features about access to a device's location. */
export interface LocationAccessPort {
  /** Returns the positions of a device that a person may see now, or null. */
  locationAccessOf(accountId: string, device: KnownDevice): Promise<Sight | null>;
  /** The same for a relation and a grant that are known already. */
  sightBy(device: Pick<KnownDevice, 'relation' | 'since'>, grant: LiveGrant | null): Sight | null;
  /** Same as `locationAccessOf`, for a locked device. The basis stays valid until the end of the transaction (T07). */
  lockLocationAccess(tx: Executor, accountId: string, device: KnownDevice): Promise<Sight | null>;
  /** The grants of these people that run now, by the database's clock, and whose basis is still valid. */
  liveGrants(of: { accountIds: readonly string[]; deviceIds?: readonly number[] }): Promise<LiveGrant[]>;
  /** The positions that a staff member may see now, or null. `recordViews` decides again with the database's clock. */
  supportSightOf(staffId: string, serial: string): Promise<BreakGlassSight | null>;
  /**
   * Writes views to the access log, before any position is handed over. Returns the views that may be handed over, in
   * the given order. A grant that has ended by the database's clock gets no row, and its positions must not leave the
   * server.
   */
  recordViews<Look extends NewView>(executor: Executor, looks: readonly Look[]): Promise<Look[]>;
  /** Runs after the commit in which a person ended a grant, and before the answer to the request. */
  onEnded(run: (deviceId: number) => Promise<void>): Stop;
}

/** Positions of an incident that are about to be handed to a panic contact. */
export interface PanicView {
  readonly incidentId: string;
  /** The account or, without one, the contact. */
  readonly viewerId: string;
  readonly viewerName: string;
  readonly deviceId: number;
  readonly serial: string;
  readonly deviceName: string;
  /** The wearer. */
  readonly userId: string;
  /** How many positions of the incident the contact has by now. */
  readonly positions: number;
}

export interface PanicViewsPort {
  /** Writes one entry per incident, contact and device to the access log, and updates it with each further view. */
  recordPanicViews(views: readonly PanicView[]): Promise<void>;
}

export interface AccessAnswer {
  readonly deviceId: number;
  readonly serial: string;
  readonly requesterId: string;
  readonly answer: 'approved' | 'denied';
}

/** Runs in the transaction that stores the user's answer. */
export type AnswerHandler = (tx: Executor, answer: AccessAnswer) => Promise<void>;

/** Runs in the transaction that stores a request, unless the user got several requests of this person lately. */
export type RequestHandler = (tx: Executor, requestId: string) => Promise<void>;

/** A request that waits for the answer of its user. */
export interface OpenRequest {
  readonly userId: string;
  readonly serial: string;
  readonly deviceName: string;
}

/** Support staff can see where a device is, for a ticket. */
export interface SupportAccess {
  readonly deviceId: number;
  readonly serial: string;
  readonly userId: string;
}

/** Runs in the transaction that opens the access. */
export type SupportAccessHandler = (tx: Executor, access: SupportAccess) => Promise<void>;

export interface AccessAnswersPort {
  onRequest(handler: RequestHandler): void;
  /** Returns null when the request no longer waits. */
  openRequestOf(requestId: string): Promise<OpenRequest | null>;
  onAnswer(handler: AnswerHandler): void;
  onSupportAccess(handler: SupportAccessHandler): void;
}

export interface TicketFacts {
  readonly number: string;
  readonly status: TicketStatus;
  /** Null: the person has left. */
  readonly accountId: string | null;
  /** The device that the ticket is about. */
  readonly serial: string | null;
}

/** Locks a ticket until commit. Returns null if there is none. */
export type TicketReader = (tx: Executor, ticketId: string) => Promise<TicketFacts | null>;

/** For the feature tickets: access for a ticket needs the ticket. */
export interface AccessTicketsPort {
  readTicketsWith(reader: TicketReader): void;
  /** Ends the running accesses of support for a ticket, in the transaction that finishes it. Returns their ids. */
  endForTicket(tx: Executor, ticketId: string): Promise<string[]>;
}
