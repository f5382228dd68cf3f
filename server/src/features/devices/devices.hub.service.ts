import type { DeviceHubsPort } from './devices.port.ts';
import { updateHub } from './devices.hub.store.ts';

export const deviceHubs: DeviceHubsPort = { setHub: updateHub };
