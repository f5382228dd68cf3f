import { getSetup } from '@trace/contract/device-setup/device-setup.api';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import {
  getGatewayAddress,
  registerDevice,
  verifySerial,
} from '@trace/contract/devices/registration/devices.registration.api';
import type { Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import { getHubService, listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import type { Hub } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { refuse, type FakeServer } from '../fake-server.ts';

/** The registry and hub data of the fake server. */
export interface SetupWorld {
  /** By serial; others are not in the registry. */
  registry: Record<string, Partial<Verification>>;
  hubs: Hub[];
  /** The only password that the hub service accepts, and the code that the hub service requires, if any. */
  hubPassword: string;
  hubCode: string | null;
  setup: DeviceSetup;
}

export const hubHandle = 'h'.repeat(43);

export const aSetup = (change: Partial<DeviceSetup> = {}): DeviceSetup => ({
  serialNumber: 'Trace_7C04',
  hub: null,
  simFields: [],
  hasSim: false,
  state: 'none',
  attempts: 0,
  nextAt: null,
  message: null,
  changedAt: null,
  previous: null,
  ...change,
});

export const plainSetup = (): SetupWorld => ({
  registry: { Trace_7C04: { needsClaimCode: true }, Trace_FREE: {} },
  hubs: [
    { hubId: '00A41F7C', name: 'Novak home', location: 'Manly NSW', isOnline: true },
    { hubId: '00A45B02', name: 'Northside depot', location: '-33.7665, 151.2745', isOnline: null },
    { hubId: '00A3E911', name: 'Boat shed', location: null, isOnline: false },
  ],
  hubPassword: 'Harbour-2026',
  hubCode: null,
  setup: aSetup(),
});

export function serveSetup(server: FakeServer, world: SetupWorld): void {
  server.on(verifySerial, ({ body: { serialNumber } }) => {
    const known = world.registry[serialNumber];
    const state = known ? ('free' as const) : ('not_in_registry' as const);
    return { serialNumber, state, needsClaimCode: false, retry: false, details: null, ...known };
  });
  server.on(registerDevice, ({ body: { serialNumber, hub, sim } }) => {
    world.setup = aSetup({ serialNumber, state: hub || sim ? 'queued' : 'none' });
    return { serialNumber, setup: hub || sim ? ('queued' as const) : ('none' as const) };
  });
  server.on(getSetup, () => world.setup);
  server.on(getGatewayAddress, () => ({ address: { host: 'devices.trace.example', port: 8883 } }));
  server.on(getHubService, () => ({ isOn: true }));
  server.on(signInToHubs, ({ body }) => {
    const { password, totp } = 'credentials' in body ? body.credentials : body;
    if (password !== world.hubPassword)
      return refuse('wrong_credentials', hubsTexts.failed, 'body.credentials.password');
    if (world.hubCode !== null && totp !== world.hubCode) {
      return refuse('wrong_credentials', hubsTexts.codeNeeded, 'body.credentials.totp');
    }
    return { sessionToken: hubHandle, userId: 'u1' };
  });
  server.on(listHubs, () => world.hubs);
}
