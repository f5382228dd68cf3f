import { createSystemClock, type Clock as DeviceClock } from '@trace/simulator/clock';
import { createTracker, type Tracker, type TrackerOptions } from '@trace/simulator/device/tracker';
import type { Actor } from '#platform/actor/actor';
import type { Portal, SignedIn } from './portal.ts';

let count = 0;

/** The clock of a device that goes right: the portal's time, with timers that run by themselves. */
function deviceClockOf(portal: Portal): DeviceClock {
  const timers = createSystemClock();
  return { nowMs: () => portal.clock.now().getTime(), after: timers.after };
}

/** A serial that no other test of this process uses. */
export function newSerial(): string {
  count += 1;
  return `Trace_T${process.pid}_${count}`;
}

/** Enters the serial of a device that never connects. */
export async function enterSerial(portal: Portal): Promise<string> {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  return serial;
}

/**
 * Connects a simulated tracker to the development listener and enters its serial in the registry. The tracker sends no
 * messages by itself.
 */
export async function connectTracker(portal: Portal, options: Partial<TrackerOptions> = {}): Promise<Tracker> {
  const tracker = createTracker({
    serial: newSerial(),
    network: { host: '127.0.0.1', port: portal.mqttPort },
    clock: deviceClockOf(portal),
    ...options,
    behaviour: { reportSec: 3_600, heartbeatSec: 3_600, fixAfterMs: 0, ...options.behaviour },
  });
  await tracker.start();
  return tracker;
}

const origin = { requestId: '00000000-0000-4000-8000-000000000000', address: '127.0.0.1', userAgent: 'test' };

/** The signed-in installer as an actor for the services. */
const actorOf = (installer: SignedIn): Actor => ({
  accountId: installer.id,
  sessionId: '',
  role: 'installer',
  email: installer.email,
  firstName: 'I',
  lastName: 'N',
  timeZone: 'UTC',
  provedAt: new Date(0),
});

/** Assigns a registered device to its user, who has seen the device. */
export async function assignDevice(portal: Portal, serial: string, installer: SignedIn, user: SignedIn): Promise<void> {
  await portal.app.assignments.assign(actorOf(installer), origin, serial, user.email);
  await portal.app.devices.markSeen(user.id);
}

/** Registers a device from the registry and assigns the device if `user` is given. */
export async function registerDevice(
  portal: Portal,
  serial: string,
  installer: SignedIn,
  user?: SignedIn,
  nickname: string | null = 'Work ute',
): Promise<void> {
  await portal.app.devices.register(actorOf(installer), origin, { serial, nickname });
  if (user) await assignDevice(portal, serial, installer, user);
  await portal.app.gateway.rebind(serial);
}
