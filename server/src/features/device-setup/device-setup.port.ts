import type { SetupConfig } from '@trace/contract/device-setup/device-setup.api';
import type { HubChoice, SimSettings } from '@trace/contract/device-setup/device-setup.schema';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';

/** The hub and SIM settings that a device is registered with. */
export interface FirstSetup {
  readonly deviceId: number;
  readonly serial: string;
  /** The handle of the hub belongs to this person and this session. */
  readonly accountId: string;
  readonly sessionId: string;
  readonly hub: HubChoice | null;
  readonly sim: SimSettings | null;
}

export interface MovedSetup {
  readonly from: { readonly id: number; readonly serial: string };
  readonly to: { readonly id: number; readonly serial: string };
  /** Who replaces it. */
  readonly by: string;
}

export interface DeviceSetupPort {
  /**
   * Saves what a new device is set up with and begins to program it, in the transaction that registers it. Refuses
   * `gone` when the handle is over and `conflict` when the hub is none of its list.
   */
  prepare(tx: Executor, first: FirstSetup): Promise<'none' | 'queued'>;
  /**
   * IDEV-10: hub and SIM settings go to the device that takes the place of another, which is programmed with them; the
   * old one keeps none. In the transaction that replaces it, in which it is held.
   */
  move(tx: Executor, moved: MovedSetup): Promise<'none' | 'queued'>;
  /**
   * Reconfigures with the credentials in `config`, for the functions device-status and program-device: they are checked
   * at the hub service and not kept. Refuses `proof_required` when the sign-in is too old. Answers words to be shown.
   */
  configure(actor: Actor, origin: CallOrigin, serial: string, config: SetupConfig): Promise<string>;
}
