import type { SetupConfig } from '@trace/contract/device-setup/device-setup.api';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';

export interface DeviceSetupPort {
  /**
   * Reconfigures with the credentials in `config`, for the functions device-status and program-device. The hub service
   * checks the credentials, which are not stored. Refuses `proof_required` when the sign-in is too old. Returns a text
   * for display.
   */
  configure(actor: Actor, origin: CallOrigin, serial: string, config: SetupConfig): Promise<string>;
}
