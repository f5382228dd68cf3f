import type { Behaviour } from './device/behaviour.ts';
import { DEMO_FACTORY_VERSION, demoUpdateHabit } from './demo-firmware.ts';
import { createCityRound, placeNamed, type PlaceName, type RoundName } from './routes/city-rounds.ts';
import { createParking } from './routes/drives.ts';
import type { Place } from './routes/geometry.ts';
import { withoutFix } from './routes/route.ts';
import type { Route } from './routes/route.ts';

/**
 * The activity of a demo device. `stayedAway` devices never connect, and `lastHeardMin` is the time since the last
 * contact.
 */
export type DemoLife =
  | { readonly does: 'drives'; readonly round: RoundName }
  | { readonly does: 'parks'; readonly at: PlaceName }
  | { readonly does: 'sleeps'; readonly at: PlaceName; readonly wakeIntervalSec: number }
  | { readonly does: 'losesFix'; readonly at: PlaceName }
  | { readonly does: 'stayedAway'; readonly at: PlaceName; readonly lastHeardMin: number };

export interface DemoTracker {
  readonly serial: string;
  readonly name: string;
  readonly life: DemoLife;
  readonly behaviour: Partial<Behaviour>;
  readonly seed: number;
}

const drives = (round: RoundName): DemoLife => ({ does: 'drives', round });
const parks = (at: PlaceName): DemoLife => ({ does: 'parks', at });
const sleeps = (at: PlaceName, wakeIntervalSec: number): DemoLife => ({ does: 'sleeps', at, wakeIntervalSec });
const losesFix = (at: PlaceName): DemoLife => ({ does: 'losesFix', at });
const stayedAway = (at: PlaceName, lastHeardMin: number): DemoLife => ({ does: 'stayedAway', at, lastHeardMin });

const DAY_MIN = 24 * 60;

type Row = readonly [serial: string, name: string, life: DemoLife, behaviour?: Partial<Behaviour>];

/** Central Helsinki: every vehicle is on a real street, and the boat is in the bay Kaisaniemenlahti. */
const ROWS: readonly Row[] = [
  ['Trace_4F21', 'Work van', drives('courier'), { hubLinked: true, batteryPct: 82 }],
  ['Trace_4F6E', 'Boat', sleeps('boat', 1_800), { batteryPct: 64, batteryPctPerHour: 0.1 }],
  ['Trace_4D18', 'Caravan', stayedAway('caravan', 2 * DAY_MIN), { batteryPct: 4, networkType: 'cellular' }],
  ['Trace_4E70', 'Site trailer', sleeps('siteTrailer', 900), { batteryPct: 58 }],
  ['Trace_4F9C', 'Delivery van 2', parks('deliveryVan'), { lastError: 'SIM: APN not set', hubLinked: true }],
  ['Trace_51A0', 'Excavator 3', stayedAway('excavator', 191), { lastError: 'No GPS fix for 120 s' }],
  ['Trace_50D3', 'Front gate', parks('frontGate'), { networkType: 'ethernet', hubLinked: true }],
  ['Trace_4F30', 'Delivery van 1', drives('market'), { batteryPct: 91 }],
  ['Trace_4F31', 'Delivery van 3', drives('parks'), { batteryPct: 77 }],
  ['Trace_4F44', 'Courier scooter', drives('scooter'), { batteryPct: 46 }],
  ['Trace_4F52', 'Truck 7', drives('hakaniemi'), { hubLinked: true }],
  ['Trace_4F53', 'Truck 8', drives('hotels'), { hubLinked: true }],
  ['Trace_4F54', 'Truck 9', drives('market'), {}],
  ['Trace_4F68', 'Sailing school van', drives('parks'), { batteryPct: 69 }],
  ['Trace_4F70', 'Night patrol', drives('patrol'), { hubLinked: true, batteryPct: 95 }],
  ['Trace_4F71', 'Market van', parks('marketVan'), { networkType: 'cellular' }],
  ['Trace_4E12', 'Family car', parks('familyCar'), { batteryPct: 88 }],
  ['Trace_4E2B', 'Motorbike', parks('motorbike'), { batteryPct: 13, batteryPctPerHour: 6 }],
  ['Trace_4E35', 'Horse trailer', sleeps('horseTrailer', 3_600), { batteryPct: 72 }],
  ['Trace_4E4C', 'Generator', parks('generator'), { signalPct: 22, networkType: 'cellular' }],
  ['Trace_4E58', 'Basement car', losesFix('basementCar'), { signalPct: 31 }],
  ['Trace_5002', 'Crane 1', parks('crane'), { networkType: 'ethernet', hubLinked: true }],
  ['Trace_5017', 'Hire van', drives('hotels'), { batteryPct: 55 }],
  ['Trace_5026', 'School bus', drives('school'), { batteryPct: 99 }],
  ['Trace_7C04', 'Novak caravan', parks('oldCaravan'), { batteryPct: 100, configApplied: false }],
];

/** The 25 trackers of the demo: some drive, some park and drift, sleep, lose their fix, run low or stayed away. */
export function demoFleet(): DemoTracker[] {
  return ROWS.map(([serial, name, life, behaviour = {}], index) => ({
    serial,
    name,
    life,
    behaviour: {
      reportSec: 10,
      parkedReportSec: 60,
      firmware: DEMO_FACTORY_VERSION,
      update: demoUpdateHabit(serial),
      ...behaviour,
      ...sleepOf(life),
    },
    seed: index + 1,
  }));
}

function sleepOf(life: DemoLife): Partial<Behaviour> {
  if (life.does !== 'sleeps') return {};
  return { sleep: { wakeIntervalSec: life.wakeIntervalSec, awakeSec: 60 } };
}

/**
 * Returns the device's location at any time, also in the past, so that the demo can begin with a day already driven.
 * `seenAtMs`: when the demo started. Vehicles that drive are on the move then.
 */
export function routeOf({ life, seed }: DemoTracker, seenAtMs: number): Route {
  if (life.does === 'drives') return createCityRound({ seed, round: life.round, seenAtMs });
  const place = placeNamed(life.at);
  return life.does === 'losesFix' ? lostNowAndThen(place, seed) : createParking(place, seed);
}

const LOST_EVERY_MS = 10 * 60_000;
const LOST_FOR_MS = 6 * 60_000;

/** Six of ten minutes below ground. */
function lostNowAndThen(place: Place, seed: number): Route {
  const outside = createParking(place, seed);
  return { at: (timeMs) => (timeMs % LOST_EVERY_MS < LOST_FOR_MS ? withoutFix : outside).at(timeMs) };
}
