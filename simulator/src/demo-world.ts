import type { Behaviour } from './device/behaviour.ts';
import { createDrive, createParking } from './routes/drives.ts';
import type { WayName } from './routes/places.ts';
import { withoutFix } from './routes/route.ts';
import type { Route } from './routes/route.ts';

/**
 * The activity of a demo device. `stayedAway` devices never connect, and `lastHeardMin` is the time since the last
 * contact.
 */
export type DemoLife =
  | { readonly does: 'drives'; readonly way: WayName }
  | { readonly does: 'parks'; readonly at: readonly [lat: number, lng: number] }
  | { readonly does: 'sleeps'; readonly at: readonly [lat: number, lng: number]; readonly wakeIntervalSec: number }
  | { readonly does: 'losesFix'; readonly at: readonly [lat: number, lng: number] }
  | { readonly does: 'stayedAway'; readonly at: readonly [lat: number, lng: number]; readonly lastHeardMin: number };

export interface DemoTracker {
  readonly serial: string;
  readonly name: string;
  readonly life: DemoLife;
  readonly behaviour: Partial<Behaviour>;
  readonly seed: number;
}

const drives = (way: WayName): DemoLife => ({ does: 'drives', way });
const parks = (lat: number, lng: number): DemoLife => ({ does: 'parks', at: [lat, lng] });
const sleeps = (lat: number, lng: number, wakeIntervalSec: number): DemoLife => ({
  does: 'sleeps',
  at: [lat, lng],
  wakeIntervalSec,
});
const losesFix = (lat: number, lng: number): DemoLife => ({ does: 'losesFix', at: [lat, lng] });
const stayedAway = (lat: number, lng: number, lastHeardMin: number): DemoLife => ({
  does: 'stayedAway',
  at: [lat, lng],
  lastHeardMin,
});

const DAY_MIN = 24 * 60;

type Row = readonly [serial: string, name: string, life: DemoLife, behaviour?: Partial<Behaviour>];

const ROWS: readonly Row[] = [
  ['Trace_4F21', 'Work ute', drives('parramattaRoad'), { hubLinked: true, batteryPct: 82 }],
  ['Trace_4F6E', 'Boat', sleeps(-33.8033, 151.2441, 1_800), { batteryPct: 64, batteryPctPerHour: 0.1 }],
  ['Trace_4D18', 'Caravan', stayedAway(-34.4102, 150.8931, 2 * DAY_MIN), { batteryPct: 4, networkType: 'cellular' }],
  ['Trace_4E70', 'Site trailer', sleeps(-33.8368, 150.9937, 900), { batteryPct: 58 }],
  ['Trace_4F9C', 'Delivery van 2', parks(-33.9241, 151.1885), { lastError: 'SIM: APN not set', hubLinked: true }],
  ['Trace_51A0', 'Excavator 3', stayedAway(-33.7663, 150.8152, 191), { lastError: 'No GPS fix for 120 s' }],
  ['Trace_50D3', 'Front gate', parks(-33.8147, 151.0021), { networkType: 'ethernet', hubLinked: true }],
  ['Trace_4F30', 'Delivery van 1', drives('harbourTunnel'), { batteryPct: 91 }],
  ['Trace_4F31', 'Delivery van 3', drives('southWestTunnel'), { batteryPct: 77 }],
  ['Trace_4F44', 'Courier scooter', drives('easternSuburbs'), { batteryPct: 46 }],
  ['Trace_4F52', 'Truck 7', drives('newcastleMotorway'), { hubLinked: true }],
  ['Trace_4F53', 'Truck 8', drives('princesHighway'), { hubLinked: true }],
  ['Trace_4F54', 'Truck 9', drives('westernMotorway'), {}],
  ['Trace_4F68', 'Surf school van', drives('northernBeaches'), { batteryPct: 69 }],
  ['Trace_4F70', 'Night patrol', drives('harbourBridge'), { hubLinked: true, batteryPct: 95 }],
  ['Trace_4F71', 'Harbour ferry', drives('manlyFerry'), { networkType: 'cellular' }],
  ['Trace_4E12', 'Family car', parks(-33.7969, 151.2846), { batteryPct: 88 }],
  ['Trace_4E2B', 'Motorbike', parks(-33.8896, 151.2741), { batteryPct: 13, batteryPctPerHour: 6 }],
  ['Trace_4E35', 'Horse float', sleeps(-33.6052, 150.8218, 3_600), { batteryPct: 72 }],
  ['Trace_4E4C', 'Generator', parks(-33.8612, 151.0783), { signalPct: 22, networkType: 'cellular' }],
  ['Trace_4E58', 'Basement car', losesFix(-33.8708, 151.2064), { signalPct: 31 }],
  ['Trace_5002', 'Crane 1', parks(-33.8643, 151.2021), { networkType: 'ethernet', hubLinked: true }],
  ['Trace_5017', 'Hire ute', drives('parramattaRoad'), { batteryPct: 55 }],
  ['Trace_5026', 'School bus', drives('westernMotorway'), { batteryPct: 99 }],
  ['Trace_7C04', 'Novak caravan', parks(-33.7128, 151.2983), { batteryPct: 100, configApplied: false }],
];

/** The 25 trackers of the demo: some drive, some park and drift, sleep, lose their fix, run low or stayed away. */
export function demoFleet(): DemoTracker[] {
  return ROWS.map(([serial, name, life, behaviour = {}], index) => ({
    serial,
    name,
    life,
    behaviour: { reportSec: 15, ...behaviour, ...sleepOf(life) },
    seed: index + 1,
  }));
}

function sleepOf(life: DemoLife): Partial<Behaviour> {
  if (life.does !== 'sleeps') return {};
  return { sleep: { wakeIntervalSec: life.wakeIntervalSec, awakeSec: 60 } };
}

/**
 * Returns the device's location at any time, also in the past, so that the demo can begin with a day already driven.
 */
export function routeOf(tracker: DemoTracker): Route {
  const { life, seed } = tracker;
  if (life.does === 'drives') return createDrive({ seed, way: life.way });
  const [lat, lng] = life.at;
  return life.does === 'losesFix' ? lostNowAndThen({ lat, lng }, seed) : createParking({ lat, lng }, seed);
}

const LOST_EVERY_MS = 10 * 60_000;
const LOST_FOR_MS = 6 * 60_000;

/** Six of ten minutes below ground. */
function lostNowAndThen(place: { lat: number; lng: number }, seed: number): Route {
  const outside = createParking(place, seed);
  return { at: (timeMs) => (timeMs % LOST_EVERY_MS < LOST_FOR_MS ? withoutFix : outside).at(timeMs) };
}
