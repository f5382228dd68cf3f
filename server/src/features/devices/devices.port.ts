import type { HubChoice, SimSettings } from '@trace/contract/device-setup/device-setup.schema';
import type { Stop } from '#platform/clock/clock';
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
export type ReplaceHook = (tx: Executor, replaced: ReplacedDevice) => Promise<SetupState | void>;

/** For features that keep something about a device. Hooks run in the order of their registration. */
export interface DeviceHooksPort {
  /** Runs in the transaction that registers a device with hub or SIM settings. */
  onRegister(hook: RegisterHook): void;
  /** Runs in the transaction that puts another tracker in the place of a device (IDEV-10). */
  onReplace(hook: ReplaceHook): void;
  /** Runs after the commit that ended a person's relation to a device. */
  onRelationEnded(run: (deviceId: number) => Promise<void>): Stop;
}

/** For device-setup: which hub a device shows in lists. */
export interface DeviceHubsPort {
  setHub(tx: Executor, deviceId: number, hub: { hubId: string; hubName: string } | null): Promise<void>;
}
