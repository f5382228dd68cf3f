import {
  bringDevicesToCompany,
  countOwnDevicesOutside,
  handOverDevices,
  listCompanyInstallers,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import type { CompanyInstaller } from '@trace/contract/devices/assignment/devices.assignment.schema';
import type { TakenDevice } from '@trace/contract/devices/assignment/devices.taken.schema';
import { refuse, type FakeServer } from '../fake-server.ts';

/** The companies and assignments of the devices in the fake server. */
export interface BelongingWorld {
  /** The installers who registered the devices of the own company. */
  installers: CompanyInstaller[];
  /** Own devices of no company. */
  outside: number;
  taken: TakenDevice[];
}

export const nothingElse = (): BelongingWorld => ({ installers: [], outside: 0, taken: [] });

/** Answers as the server does, from `world`. */
export function serveBelonging(server: FakeServer, world: BelongingWorld): void {
  server.on(listCompanyInstallers, () => ({ installers: world.installers }));
  server.on(countOwnDevicesOutside, () => ({ devices: world.outside }));
  server.on(listTakenDevices, () => ({ devices: world.taken }));
  server.on(bringDevicesToCompany, () => {
    const brought = world.outside;
    world.outside = 0;
    return { devices: brought };
  });
  server.on(handOverDevices, ({ body }) => {
    const from = world.installers.find(({ personId }) => personId === body.fromPersonId);
    if (!from) return refuse('not_found');
    world.installers = world.installers.filter((installer) => installer !== from);
    return { devices: from.devices };
  });
}
