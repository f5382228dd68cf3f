import { join } from 'node:path';
import type { Behaviour } from '@trace/simulator/device/behaviour';
import { readIdentity } from '@trace/simulator/device/identity-folder';
import type { Route } from '@trace/simulator/routes/route';
import { createTracker, type Tracker } from '@trace/simulator/device/tracker';
import type { DemoPortal } from './demo-portal.ts';

/** The premium user's device that the demo never switches on, so that the stories control its tracker. */
export const caravan = { serialNumber: 'Trace_4D18', name: 'Caravan' } as const;

const setsOffAt = Date.now();

/**
 * Thirty metres north in each second from Wollongong, so that no two positions are the same. In millionths of a degree,
 * as a stored path has them: a tie in the seventh decimal would be rounded one way there and another way by `toFixed`.
 */
export const drivingNorth: Route = {
  at: (timeMs) => ({ lat: -34.4 + Math.round((timeMs - setsOffAt) * 0.27) / 1e6, lng: 150.893_1, accuracyM: 5 }),
};

/** Grows with every tracker that is switched on, as a device's own count of starts would. */
let boot = 0;

interface OwnTrackerOptions {
  route?: Route;
  behaviour?: Partial<Behaviour>;
}

/**
 * Switches the caravan's tracker on in this process, so that the tracker outlives the server. Its receiver has a fix at
 * once.
 */
export async function switchOnCaravan(
  portal: DemoPortal,
  { route, behaviour }: OwnTrackerOptions = {},
): Promise<Tracker> {
  const { serialNumber: serial } = caravan;
  const identity = await readIdentity(join(portal.dataDirectory, 'demo/identities'), serial);
  const { keyPem, certificatePem, caPem } = identity;
  boot = Math.max(boot + 1, Math.floor(Date.now() / 1_000));
  const tracker = createTracker({
    serial,
    network: { host: 'localhost', port: portal.mqttsPort, tls: { keyPem, certificatePem, caPem } },
    boot,
    behaviour: { fixAfterMs: 0, reportSec: null, ...behaviour },
    ...(route && { route }),
  });
  await tracker.start();
  return tracker;
}
