import type { HubChoice } from '@trace/contract/device-setup/device-setup.schema';
import type { HubCredentials } from '@trace/contract/hubs/hubs.schema';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';

/** Whose a handle is (T13). */
export type HandleOwner = Pick<Actor, 'accountId' | 'sessionId'>;

/** The hub of a device. */
export interface HubLink {
  readonly hubId: string;
  readonly hubName: string;
  /** HUB-07: since when the hub service refuses the link, or null while the link works. */
  readonly brokenSince: Date | null;
}

/** Runs in the transaction that notes that a link broke, once per break. */
export type BrokenHandler = (tx: Executor, broken: HubLink & { deviceId: number; brokenSince: Date }) => Promise<void>;

/** `link`: the link after the change. */
export type RelinkedHandler = (tx: Executor, deviceId: number, link: HubLink | null) => Promise<void>;

export interface HubsPort {
  /**
   * Checks credentials as hubs.signIn does, with the same limits, and reads the account's hubs. Answers the handle;
   * refuses as hubs.signIn and hubs.list do.
   */
  verify(
    actor: Actor,
    origin: CallOrigin,
    credentials: HubCredentials,
    fieldOf: (name: keyof HubCredentials) => string,
  ): Promise<string>;
  /**
   * Links a hub from the handle's list and uses up the handle. Keeps the former link as the previous link. Refuses
   * `gone` and `conflict`.
   */
  link(tx: Executor, owner: HandleOwner, deviceId: number, choice: HubChoice): Promise<HubLink>;
  /** Takes the hub off a device and keeps the link as the previous link. */
  unlink(tx: Executor, deviceId: number): Promise<void>;
  /** Swaps the link and the previous link. Either link may be missing. */
  swap(tx: Executor, deviceId: number): Promise<void>;
  /**
   * IDEV-10: moves the link to another device and deletes the previous link. Returns the link, or null if the device
   * has none. Refuses `conflict` during a renewal of the link.
   */
  move(tx: Executor, fromDeviceId: number, toDeviceId: number): Promise<HubLink | null>;
  forgetPrevious(tx: Executor, deviceIds: readonly number[]): Promise<void>;
  /** Forgets all links of these devices. */
  forget(tx: Executor, deviceIds: readonly number[]): Promise<void>;
  linkOf(executor: Executor, deviceId: number): Promise<HubLink | null>;
  /**
   * The devices that are linked to a hub, possibly none. Also devices without a user, and links whose token the service
   * refuses. Not links whose hub has left the account.
   */
  devicesOfHub(executor: Executor, hubId: string): Promise<number[]>;
  onBroken(handler: BrokenHandler): void;
  /**
   * Runs in the transaction that changes the link of a device to another link, to none, or back to the previous link,
   * and when a broken link works again.
   */
  onRelinked(handler: RelinkedHandler): void;
}

/** The links of all devices, in numbers. */
export interface HubLinkFigures {
  readonly links: number;
  /** Links that the hub service refuses (HUB-07). */
  readonly broken: number;
  /** Links whose renewal failed at least `attempts` times in a row. */
  readonly failing: number;
  /** Links whose renewal is due for longer than `lateMs`. */
  readonly late: number;
}

export interface HubsMonitor {
  figures(limits: { attempts: number; lateMs: number }): Promise<HubLinkFigures>;
}
