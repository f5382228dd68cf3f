import type { UpdateHabit } from './firmware/update-client.ts';

/** The version that the trackers of the demo left the factory with. */
export const DEMO_FACTORY_VERSION = '2.3.3';

/** The parked devices that get the first rollout of the demo. */
export const pilotSerials: readonly string[] = ['Trace_4F71', 'Trace_5002', 'Trace_7C04'];

const BRISK: UpdateHabit = { bytesPerSec: 300_000, installMs: 3_000, confirmAfterMs: 5_000, hangsOn: [] };

/** About a quarter of an hour for the demo's images. */
const SLOW_BYTES_PER_SEC = 1_000;

/** Devices whose downloads can be watched, and a device on which the second version hangs. */
const HABITS: Readonly<Record<string, Partial<UpdateHabit>>> = {
  Trace_4F9C: { bytesPerSec: SLOW_BYTES_PER_SEC },
  Trace_4E4C: { hangsOn: ['2.4.0'] },
};

export const demoUpdateHabit = (serial: string): UpdateHabit => ({ ...BRISK, ...HABITS[serial] });
