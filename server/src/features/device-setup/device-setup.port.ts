import type { SetupConfig } from '@trace/contract/device-setup/device-setup.api';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';

export interface DeviceSetupPort {
  /**
   * Reconfigures with the credentials in `config`, for the functions device-status and program-device: they are checked
   * at the hub service and not kept. Refuses `proof_required` when the sign-in is too old. Answers words to be shown.
   */
  configure(actor: Actor, origin: CallOrigin, serial: string, config: SetupConfig): Promise<string>;
}
