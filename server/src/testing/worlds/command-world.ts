// A portal whose devices get commands.
import { randomUUID } from 'node:crypto';
import { commandLifetimeMs } from '@trace/contract/device-commands/device-commands.rules';
import { sql } from 'kysely';
import type { NewCommand } from '#features/device-commands/device-commands.port';
import {
  createDeviceCommandsService,
  type DeviceCommandsService,
} from '#features/device-commands/device-commands.service';
import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { registerDevice } from '#testing/trackers';

interface Kept {
  state: string;
  result: { success?: boolean; status?: string } | null;
  sentAt: Date | null;
  acknowledgedAt: Date | null;
  finishedAt: Date | null;
  sentBy: string | null;
}

type Wish = Partial<Pick<NewCommand, 'requestId' | 'sentBy' | 'expiresAt' | 'waits'>>;

export interface CommandWorld {
  portal: Portal;
  installer: SignedIn;
  /** Issues commands as another feature does. The portal's own processes deliver the commands. */
  commands: DeviceCommandsService;
  connected(serial?: string): Promise<HandDevice>;
  registered(): Promise<HandDevice>;
  idOf(serial: string): Promise<number>;
  /** Issues a command of the default kind with a lifetime of 30 s. Returns the request id. */
  give(serial: string, wish?: Wish): Promise<string>;
  /** Issues a last command and waits for delivery. An earlier command that has not arrived by then never arrives. */
  settledDelivery(device: HandDevice): Promise<void>;
  kept(requestId: string): Promise<Kept>;
  untilState(requestId: string, state: string): Promise<Kept>;
  /** Adds a device to those that `cutDevices` disconnects. */
  cutAfterwards(device: HandDevice): void;
  cutDevices(): void;
  stop(): Promise<void>;
}

export const arrived = (device: HandDevice, count = 1) =>
  eventually(
    () => device.commands(),
    (all) => all.length >= count,
  );
export const isSent = (device: HandDevice, requestId: string): boolean =>
  device.commands().some((command) => command.requestId === requestId);

export async function startCommandWorld(): Promise<CommandWorld> {
  const portal = await startPortal();
  const installer = await portal.person({ role: 'installer' });
  const { database } = portal.test;
  const commands = createDeviceCommandsService({
    ...{ database, clock: portal.clock, jobs: portal.app.jobs, devices: portal.app.devices },
    log: createLog({ level: 'silent' }),
  });
  const devices: HandDevice[] = [];

  const idOf = async (serial: string): Promise<number> => (await portal.app.devices.deviceIdsOf([serial])).get(serial)!;

  const connected = async (serial?: string): Promise<HandDevice> => {
    const device = await connectByHand(portal, serial === undefined ? {} : { serial });
    devices.push(device);
    await device.listen();
    return device;
  };

  const give: CommandWorld['give'] = async (serial, wish = {}) => {
    const requestId = wish.requestId ?? randomUUID();
    const expiresAt = new Date(portal.clock.now().getTime() + commandLifetimeMs.getStatus);
    const device = { id: await idOf(serial), serial };
    await database.transaction((tx) =>
      commands.issue(tx, {
        ...{ requestId, device, command: 'getStatus', parameters: {}, purpose: 'manual' },
        ...{ sentBy: installer.id, expiresAt },
        ...wish,
      }),
    );
    return requestId;
  };

  const kept: CommandWorld['kept'] = async (requestId) => {
    const { rows } = await sql<Kept>`
      select state, result, sent_at, acknowledged_at, finished_at, sent_by from device_command
      where request_id = ${requestId}`.execute(database.sql);
    return rows[0]!;
  };

  return {
    ...{ portal, installer, commands, connected, idOf, give, kept },
    async registered() {
      const device = await connected();
      await registerDevice(portal, device.serial, installer);
      return device;
    },
    async settledDelivery(device) {
      const last = await give(device.serial);
      await eventually(() => isSent(device, last), Boolean);
    },
    untilState: (requestId, state) =>
      eventually(
        () => kept(requestId),
        (row) => row.state === state,
      ),
    cutAfterwards: (device) => void devices.push(device),
    cutDevices: () => devices.splice(0).forEach((device) => device.cut()),
    stop: () => portal.stop(),
  };
}
