import { STEP_UP_MS } from '@trace/contract/auth/auth.rules';
import type { SetupConfig } from '@trace/contract/device-setup/device-setup.api';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { hubIdSchema } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { SetupChange } from './device-setup.changes.service.ts';
import type { DeviceSetupPort } from './device-setup.port.ts';
import { requireMayReconfigure } from './device-setup.step.service.ts';

export interface ConfigureDependencies {
  clock: Clock;
  devices: Pick<DevicesPort, 'findFor'>;
  hubs: Pick<HubsPort, 'verify'>;
  reconfigure(actor: Actor, origin: CallOrigin, serial: string, change: SetupChange): Promise<unknown>;
}

/** Changes a setup, for the functions device-status and program-device: the hub's credentials come in the same call. */
export function createConfigure({
  clock,
  devices,
  hubs,
  reconfigure,
}: ConfigureDependencies): DeviceSetupPort['configure'] {
  /** HUB-02: checks the credentials and that the hub is in their list, before any data is saved. */
  const verified = (actor: Actor, origin: CallOrigin, config: SetupConfig): Promise<string> => {
    const { ajaxUsername: username = '', ajaxPassword: password = '', ajaxTotp: totp } = config;
    return hubs.verify(actor, origin, { username, password, totp }, (name) => configFields[name]);
  };

  return async (actor, origin, serial, config) => {
    if (clock.now().getTime() - actor.provedAt.getTime() > STEP_UP_MS)
      throw new Refusal('proof_required', "Confirm it's you to continue.");
    requireMayReconfigure(actor, actor.role === 'staff' ? null : await devices.findFor(actor.accountId, serial));
    const { hubId, simAPN, simUsername, simPassword } = config;
    const hub = hasHub(config) ? { hubId: wantedHub(hubId), handle: await verified(actor, origin, config) } : undefined;
    const sim = { apn: simAPN, username: simUsername, password: simPassword };
    await reconfigure(actor, origin, serial, { hub, sim });
    return texts.reconfigured;
  };
}

/** Where the credentials stand in a configuration. */
const configFields = { username: 'body.ajaxUsername', password: 'body.ajaxPassword', totp: 'body.ajaxTotp' };

const hasHub = ({ hubId, ajaxUsername, ajaxPassword }: SetupConfig): boolean =>
  [hubId, ajaxUsername, ajaxPassword].some((value) => value !== undefined && value !== '');

function wantedHub(hubId: string | undefined): string {
  if (hubId === undefined || hubId === '') throw new Refusal('invalid_input', texts.required, { field: 'body.hubId' });
  const parsed = hubIdSchema.safeParse(hubId.toUpperCase());
  if (!parsed.success) throw new Refusal('conflict', hubsTexts.hubNotListed, { field: 'body.hubId' });
  return parsed.data;
}
