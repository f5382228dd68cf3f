// Devices that are set up over HTTP, and answer by hand.
import { reconfigureDevice, getSetup } from '@trace/contract/device-setup/device-setup.api';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { eventually } from '#testing/eventually';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import type { Portal, SignedIn } from '#testing/portal';
import { assignDevice } from '#testing/trackers';

type Registration = Partial<Pick<BodyOf<typeof registerDevice>, 'hub' | 'sim'>>;

export interface SetUpDevice {
  device: HandDevice;
  serial: string;
  setup: 'none' | 'queued';
}

/** A tracker that has just come online, registered as the form does, and assigned when a user is named. */
export async function registerNew(
  portal: Portal,
  installer: SignedIn,
  { hub = null, sim = null }: Registration = {},
  user?: SignedIn,
): Promise<SetUpDevice> {
  const device = await connectByHand(portal);
  await device.listen();
  const { serial } = device;
  const body = { serialNumber: serial, nickname: null, claimCode: null, hub, sim };
  const { setup } = await installer.api.call(registerDevice, { body });
  if (user) await assignDevice(portal, serial, installer, user);
  await portal.app.gateway.rebind(serial);
  return { device, serial, setup };
}

export const setupOf = (person: SignedIn, serial: string): Promise<DeviceSetup> =>
  person.api.call(getSetup, { params: { serial } });

export const reconfigure = (
  person: SignedIn,
  serial: string,
  body: BodyOf<typeof reconfigureDevice>,
): Promise<DeviceSetup> => person.api.call(reconfigureDevice, { params: { serial }, body });

/** The nth configuration that a device is sent, counted from 1. */
export async function configuration(device: HandDevice, nth = 1): Promise<CommandMessage> {
  const all = await eventually(
    () => device.commands().filter(({ command }) => command === 'configure'),
    (commands) => commands.length >= nth,
  );
  return all[nth - 1]!;
}

/** Makes the device accept a configuration and report the configuration as applied. */
export async function apply(device: HandDevice, command: CommandMessage): Promise<void> {
  await device.answer(command, { success: true });
  await device.say('heartbeat', { status: 'online', intervalSec: 60, configApplied: true });
}
