import type { HubChoice, SimSettings } from '@trace/contract/device-setup/device-setup.schema';
import type { Actor } from '#platform/actor/actor';
import type { Stop } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { ActivityFilter, AssignmentRow, RegistrationRow } from './devices.activity.store.ts';
import type { Relation } from './devices.policy.ts';

/** A device with a person's relation to the device, for other features. */
export interface KnownDevice {
  id: number;
  serial: string;
  name: string;
  relation: Exclude<Relation, 'none'>;
  /** Law 6: the start of the relation. The person must not see earlier positions. */
  since: Date;
  /** The start of a user's own assignment. Null for people who service the device. */
  ownSince: Date | null;
  /** IDEV-10: the serial of the replacement. The recorded data stays readable, but all actions are refused. */
  replacedBy: string | null;
  /** True until the user has seen the assignment. Until then, installers must not learn that the user has an account. */
  isUnseen: boolean;
}

/** The relation of a person to a device. */
export interface RelationTo {
  readonly deviceId: number;
  readonly serial: string;
  /** The name that people see. */
  readonly name: string;
  readonly accountId: string;
  readonly relation: KnownDevice['relation'];
  readonly since: Date;
  /** IDEV-10: true while no other tracker has replaced this device. */
  readonly isInUse: boolean;
}

/** A device with everyone who has a relation to the device now. */
export interface DeviceWithPeople {
  readonly deviceId: number;
  readonly serial: string;
  /** The name that people see. */
  readonly name: string;
  readonly registeredAt: Date;
  readonly people: readonly Pick<RelationTo, 'accountId' | 'relation' | 'since'>[];
}

/** A person whose devices are listed. The role is read from the session of the same request. */
export type ListedPerson = Pick<Actor, 'accountId' | 'role'>;

export interface DevicesPort {
  /**
   * Returns the device of this serial with the person's relation, or null when the device does not exist or the person
   * has no relation.
   */
  findFor(accountId: string, serial: string): Promise<KnownDevice | null>;
  /** Like `findFor`, but refuses `not_found` instead of returning null (law 2). */
  getFor(accountId: string, serial: string): Promise<KnownDevice>;
  /**
   * Like `findFor`, but locks the relation until commit, for a decision and action in the same transaction (T07).
   * Refuses `conflict` when another tracker has replaced the device.
   */
  lockFor(tx: Executor, accountId: string, serial: string): Promise<KnownDevice | null>;
  /** Like `lockFor`, but refuses `not_found` instead of returning null (law 2). */
  getLockedFor(tx: Executor, accountId: string, serial: string): Promise<KnownDevice>;
  /** Locks devices and status rows, before the rows that messages write (0044-order-of-locks.sql). */
  lock(tx: Executor, deviceIds: readonly number[]): Promise<void>;
  /** The devices that a person uses or services. */
  listFor(person: ListedPerson): Promise<KnownDevice[]>;
  /** The devices that a person uses. */
  listOwn(accountId: string): Promise<KnownDevice[]>;
  /** Returns the ids of registered devices in use by serial. The map omits all other serials. */
  deviceIdsOf(serials: readonly string[]): Promise<Map<string, number>>;
  /**
   * Returns the users, installers and company members with access to the status of these devices, restricted to `among`
   * if given.
   */
  partiesOf(
    deviceIds: readonly number[],
    among?: ReadonlySet<string>,
    /** For use within a transaction: a transaction that waits for a second connection can deadlock the pool. */
    executor?: Executor,
  ): Promise<Map<number, string[]>>;
  /** Stores that a user has seen all assigned devices. */
  markSeen(accountId: string): Promise<void>;
  /** Lists the devices whose user is one of these people. */
  assignedTo(accountIds: readonly string[]): Promise<{ deviceId: number; accountId: string }[]>;
  /** Returns the relation of each person to each device. Pairs without a relation are omitted. */
  relationsOf(deviceIds: readonly number[], accountIds: readonly string[]): Promise<RelationTo[]>;
  /** The devices with everyone who has a relation to them. Deleted devices are missing. */
  everyoneOf(executor: Executor, deviceIds: readonly number[]): Promise<DeviceWithPeople[]>;
}

/** Whether a hook has queued settings for the device. */
export type SetupState = 'none' | 'queued';

/** The settings that a device is registered with. */
export interface FirstSetup {
  readonly deviceId: number;
  readonly serial: string;
  /** The verification session of the hub belongs to this person and this session. */
  readonly accountId: string;
  readonly sessionId: string;
  readonly hub: HubChoice | null;
  readonly sim: SimSettings | null;
}

export interface ReplacedDevice {
  readonly from: { readonly id: number; readonly serial: string };
  readonly to: { readonly id: number; readonly serial: string };
  /** The account that replaces the device. */
  readonly by: string;
}

export type RegisterHook = (tx: Executor, first: FirstSetup) => Promise<SetupState>;
export type RemoveHook = (tx: Executor, deviceIds: readonly number[]) => Promise<void>;
export type ReplaceHook = (tx: Executor, replaced: ReplacedDevice) => Promise<SetupState | void>;
export type UnassignHook = (
  tx: Executor,
  device: { readonly id: number; readonly serial: string; readonly formerUserId: string },
) => Promise<void>;

/** For features with data about a device. Hooks run in the order of registration. */
export interface DeviceHooksPort {
  /** Runs in the transaction that registers a device with hub or SIM settings. */
  onRegister(hook: RegisterHook): void;
  /**
   * Runs in the transaction that puts another tracker in the place of a device (IDEV-10). `isFirst`: runs before the other
   * hooks, for rows that are locked before an incident.
   */
  onReplace(hook: ReplaceHook, options?: { isFirst: boolean }): void;
  /**
   * Runs in the transaction that ends the assignment of a device to its user. The device stays registered. `isFirst`:
   * runs before the other hooks, while the device is still linked to its hub.
   */
  onUnassign(hook: UnassignHook, options?: { isFirst: boolean }): void;
  /** Runs in the transaction that deletes devices, before their assignments are deleted. */
  onRemove(hook: RemoveHook): void;
  /** Runs after the commit that ended a person's relation to a device, and before the answer to the request. */
  onRelationEnded(run: (deviceId: number) => Promise<void>): Stop;
}

/** A time in which a person was the user of a device. */
export interface AssignmentSpan {
  readonly deviceId: number;
  readonly serial: string;
  readonly from: Date;
  readonly until: Date;
}

/** The current assignment of a device to an account or, without one, the assignment that ended last. */
export interface LastAssignment {
  readonly accountId: string;
  readonly from: Date;
  /** Null: the account is the user of the device now. */
  readonly until: Date | null;
}

/** For tracking, ping and panic: whose positions a device has recorded. */
export interface AssignmentsPort {
  /** All times in which a person was the user of a device. A current assignment lasts until `at`. */
  assignmentsOf(executor: Executor, accountId: string, at: Date): Promise<AssignmentSpan[]>;
  /** Returns the last assignment of each device. The map omits a device that never had a user. */
  lastAssignmentsOf(executor: Executor, deviceIds: readonly number[]): Promise<ReadonlyMap<number, LastAssignment>>;
}

/** For phones: a device that its user adds, without an installer and without a company. */
export interface OwnDevicesPort {
  /** Registers the device for the person as its user. Returns the device's id, or null when the serial is taken. */
  addOwn(tx: Executor, device: { accountId: string; serial: string; nickname: string }): Promise<number | null>;
}

/** For activity: the newest registrations and assignments of all devices. */
export interface DeviceActivityPort {
  newestRegistrations(filter: ActivityFilter): Promise<RegistrationRow[]>;
  newestAssignments(filter: ActivityFilter): Promise<AssignmentRow[]>;
}

/** For device-setup: which hub a device shows in lists. */
export interface DeviceHubsPort {
  setHub(tx: Executor, deviceId: number, hub: { hubId: string; hubName: string } | null): Promise<void>;
}

/** Registrations in the quarter of an hour that begins at `at`. */
export interface Registrations {
  readonly at: Date;
  readonly count: number;
}

export interface NicknameCount {
  readonly nickname: string;
  readonly count: number;
}

/** For analytics: counts over all devices. */
export interface DeviceCountsPort {
  /** Counts registrations per quarter of an hour, up to but excluding `to`. Omits quarters without registrations. */
  registrationsBetween(executor: Executor, from: Date, to: Date): Promise<Registrations[]>;
  topNicknames(limit: number): Promise<NicknameCount[]>;
  /** Null means that the device has no nickname. The map omits removed devices. */
  nicknamesOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, string | null>>;
}
