import type { Executor } from '#platform/db/database';
import type { Relation } from './devices.policy.ts';

/** A device as another feature sees it for one person. */
export interface KnownDevice {
  id: number;
  serial: string;
  name: string;
  relation: Exclude<Relation, 'none'>;
  /** Law 6: a person sees positions only from times of the own relation. */
  since: Date;
  /** IDEV-10: the serial that took its place; what it recorded is read, and nothing is done to it. */
  replacedBy: string | null;
}

/** How one person stands to one device. */
export interface RelationTo {
  readonly deviceId: number;
  readonly serial: string;
  /** As people call it. */
  readonly name: string;
  readonly accountId: string;
  readonly relation: KnownDevice['relation'];
  readonly since: Date;
  /** IDEV-10: no other tracker took its place. */
  readonly isInUse: boolean;
}

/** What companies may know of devices. */
export interface CompanyDevices {
  /** For how many devices each of these companies stands, by the company's id. */
  countsOf(companies: readonly { id: string; ownerId: string }[]): Promise<ReadonlyMap<string, number>>;
  /** How many of the devices that a company stands for each person has registered. */
  registeredBy(company: { id: string; ownerId: string }): Promise<ReadonlyMap<string, number>>;
  /** Whether the person is the user of a device that this company stands for. */
  isUserOf(accountId: string, company: { id: string; ownerId: string }): Promise<boolean>;
}

export interface DevicesPort {
  /** The device of this serial as this person stands to it; null when there is none or the person has nothing to do with it. */
  findFor(accountId: string, serial: string): Promise<KnownDevice | null>;
  /**
   * As `findFor`, for what is decided and done in one transaction: how the person stands to the device stays so until
   * its end (T07). Refuses `conflict` when another tracker took its place.
   */
  holdFor(tx: Executor, accountId: string, serial: string): Promise<KnownDevice | null>;
  /** Holds devices and how they are, before what their messages write, too (0044-order-of-locks.sql). */
  hold(tx: Executor, deviceIds: readonly number[]): Promise<void>;
  listFor(accountId: string): Promise<KnownDevice[]>;
  /** Ids of registered serials that are in use; the others are missing in the answer. */
  deviceIdsOf(serials: readonly string[]): Promise<Map<string, number>>;
  /** Who may know how these devices are: user, installer and company of each; of these people alone, if they are named. */
  partiesOf(
    deviceIds: readonly number[],
    among?: ReadonlySet<string>,
    /** Within a transaction: one that waits for another connection could wait for itself. */
    executor?: Executor,
  ): Promise<Map<number, string[]>>;
  /** Which devices these people are the user of. */
  assignedTo(accountIds: readonly string[]): Promise<{ deviceId: number; accountId: string }[]>;
  /** How each of these people stands to each of these devices; pairs that have nothing to do with each other are left out. */
  relationsOf(deviceIds: readonly number[], accountIds: readonly string[]): Promise<RelationTo[]>;
}

/** For device-setup: which hub a device shows in lists. */
export interface DeviceHubsPort {
  setHub(tx: Executor, deviceId: number, hub: { hubId: string; hubName: string } | null): Promise<void>;
}
