import type { DeviceHubsPort } from './devices.hub.port.ts';
import { updateHub } from './devices.hub.store.ts';

export const deviceHubs: DeviceHubsPort = { setHub: updateHub };
