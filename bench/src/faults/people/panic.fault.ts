// PANIC-06: an accepted panic is never lost and reaches every channel at least once (invariant I-06). Trackers press
// during a flood of positions while the mail server is down, streams are half open, the server gets kill -9 between
// commit and fan-out and again while messages are on their way, and the database restarts.
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@trace/simulator/random';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import { checkPanics, type PanicVerdict } from '../../equipment/proofs/panic-checker.ts';
import { nowMs, startReceivers, type Receivers } from '../../equipment/outside/receivers.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { furnishWearers, type Wearer } from '../../equipment/people/wearers.ts';
import { killDatabase, startWorld, type World } from '../../equipment/servers/world.ts';

const FLOODING = 50;
const FLOOD_WINDOW = 20;
/** The presses of a round: spread, with half-open streams, at the first kill, at the second, at the restart, spread. */
const SPREAD = 15;
const HALF_OPEN = 10;
const AT_KILL = 10;
const ON_THEIR_WAY = 5;
const AT_RESTART = 10;
/** The parts of a round in their order, with their presses. */
const PARTS = [
  ['before the kills', SPREAD],
  ['half open', HALF_OPEN],
  ['at the first kill', AT_KILL],
  ['at the second kill', ON_THEIR_WAY],
  ['at the database restart', AT_RESTART],
  ['after the restart', SPREAD],
] as const;
const PRESSES_PER_ROUND = PARTS.reduce((sum, [, presses]) => sum + presses, 0);
const PRESS_EVERY_MS = 200;
/** This many `kill` cycles count as a round, so a plain `npm run fault` runs one. */
const CYCLES_PER_ROUND = 20;
/** More than 1,000 presses, as the invariant asks. */
const LONG_ROUNDS = 16;
const MAIL_DOWN_MS = { short: 10_000, long: 60_000 };
const SETTINGS = { TRUST_PROXY: '1', PANIC_NEXT_CONTACT_SEC: '4', PANIC_SUPPORT_SEC: '8' };

const HEALS_WITHIN_MS = 120_000;
const HELD_WITHIN_MS = 10_000;
const ACKNOWLEDGED_WITHIN_MS = 60_000;
/** From the acknowledgement, over one kill. A start slower than the budget of a quiet machine is added. */
const LATEST_MS = { stream: 5_000, other: 10_000 };
const START_MS = 1_500;

interface Scene {
  readonly world: World;
  readonly receivers: Receivers;
  /** The slowest start of the server. */
  slowestStartMs: number;
  /** How long the server did not run, all restarts together. */
  downMs: number;
}

export const panicFault: Fault = {
  name: 'panic',
  invariants: ['I-06'],
  needsQuiet: true,
  run: ({ cycles, seed, long }) =>
    pressUnderFire({ cycles: long === true ? LONG_ROUNDS : Math.ceil(cycles / CYCLES_PER_ROUND), seed }),
};

/**
 * @param cycles rounds of presses; 16 rounds are 1,040 presses
 * @param serverDirectory a changed copy of the server, for mutants
 */
export async function* pressUnderFire(
  { cycles: rounds, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const receivers = await startReceivers();
  const count = rounds * PRESSES_PER_ROUND;
  const world = await startWorld({
    ...{ devices: FLOODING, wearers: count, push: receivers.push, settings: { ...SETTINGS, ...receivers.settings } },
    ...(serverDirectory === undefined ? {} : { serverDirectory }),
  });
  const fleet = createFleet(world, { count: FLOODING, seed, window: FLOOD_WINDOW });
  const wearers = await furnishWearers(world, receivers, count);
  const scene: Scene = { world, receivers, slowestStartMs: 0, downMs: 0 };
  const random = createRandom(seed);
  try {
    if (!(await holdsWithin(HELD_WITHIN_MS, () => wearers.every(({ stream }) => stream.isOpen()))))
      throw new Error('the streams did not open');
    const fromMs = nowMs();
    fleet.flow(1);
    receivers.disturb('mail off');
    const mail = wait(rounds > 1 ? MAIL_DOWN_MS.long : MAIL_DOWN_MS.short).then(() => receivers.disturb('mail on'));
    for (let round = 0; round < rounds; round += 1)
      await playRound(scene, wearers.slice(round * PRESSES_PER_ROUND, (round + 1) * PRESSES_PER_ROUND), random.next);
    fleet.pause();
    const perSec = Math.round(fleet.acknowledged() / ((nowMs() - fromMs - scene.downMs) / 1_000));
    await mail;
    yield await judge(scene, wearers, perSec);
  } finally {
    await Promise.all(wearers.map((wearer) => wearer.stop()));
    await fleet.stop();
    await world.dispose();
    await receivers.stop();
  }
}

async function playRound(scene: Scene, wearers: readonly Wearer[], random: () => number): Promise<void> {
  const { world, receivers } = scene;
  const rest = [...wearers];
  /** Resolves at the first acknowledgement. */
  const pressAll = async (count: number): Promise<void> => {
    const presses = rest.splice(0, count).map((wearer) => wearer.press());
    await Promise.race(presses);
  };
  const allAcknowledged = async (): Promise<void> => {
    const isAcknowledged = ({ sentAtMs, acceptedAtMs }: Wearer): boolean => sentAtMs === null || acceptedAtMs !== null;
    const isDone = await holdsWithin(ACKNOWLEDGED_WITHIN_MS, () => wearers.every(isAcknowledged));
    if (!isDone) throw new Error('presses were not acknowledged');
  };
  const spread = async (): Promise<void> => {
    for (let count = 0; count < SPREAD; count += 1) {
      void pressAll(1);
      await wait(PRESS_EVERY_MS * (0.5 + random()));
    }
  };

  await spread();

  for (const { stream } of rest.slice(0, HALF_OPEN)) stream.freeze();
  await pressAll(HALF_OPEN);
  await allAcknowledged();

  await pressAll(AT_KILL);
  await restart(scene);
  await allAcknowledged();

  const before = receivers.arrivals.length;
  receivers.disturb('sms hang');
  receivers.disturb('push hang');
  void pressAll(ON_THEIR_WAY);
  const isHeld = await holdsWithin(HELD_WITHIN_MS, () => receivers.arrivals.slice(before).some((one) => one.isHeld));
  if (!isHeld) throw new Error('no message was on its way at the second kill, so nothing was proved');
  receivers.disturb('sms on');
  receivers.disturb('push on');
  await restart(scene);
  await allAcknowledged();

  await pressAll(AT_RESTART);
  killDatabase(world);
  await allAcknowledged();

  await spread();
  await allAcknowledged();
}

async function restart(scene: Scene): Promise<void> {
  await scene.world.kill();
  const fromMs = nowMs();
  await scene.world.start();
  const startMs = nowMs() - fromMs;
  scene.slowestStartMs = Math.max(scene.slowestStartMs, startMs);
  scene.downMs += startMs;
}

async function judge(
  { world, receivers, slowestStartMs }: Scene,
  wearers: readonly Wearer[],
  perSec: number,
): Promise<Outcome> {
  const check = (): Promise<PanicVerdict> => checkPanics(world.ready().databaseUrl, receivers, wearers);
  const fromMs = nowMs();
  let verdict = await check();
  while (verdict.problems.length > 0 && nowMs() - fromMs < HEALS_WITHIN_MS) {
    await wait(1_000);
    verdict = await check();
  }
  const { delays, repeats } = verdict;
  const sparedMs = Math.max(0, slowestStartMs - START_MS);
  const late = (what: keyof typeof delays, latestMs: number): string[] => {
    const allowedMs = latestMs + sparedMs;
    const slow = delays[what].filter(({ ms }) => ms > allowedMs);
    const byPart = [...Map.groupBy(slow, ({ nth }) => partOf(nth))].map(([part, { length }]) => `${length} ${part}`);
    if (slow.length === 0) return [];
    return [`${slow.length} × ${what} took longer than ${Math.round(allowedMs)} ms: ${byPart.join(', ')}`];
  };
  const problems = [
    ...verdict.problems,
    ...late('stream', LATEST_MS.stream),
    ...late('push', LATEST_MS.other),
    ...late('sms', LATEST_MS.other),
  ];
  const worst = (['stream', 'push', 'sms', 'mail'] as const).map(
    (what) => `${what} ${(Math.max(...delays[what].map(({ ms }) => ms)) / 1_000).toFixed(1)} s`,
  );
  const note = `worst of ${wearers.length}: ${worst.join(', ')}; ${repeats} repeats; start ${(slowestStartMs / 1_000).toFixed(1)} s; ${perSec} positions/s while the server ran`;
  const worstMs = Math.max(...[...delays.stream, ...delays.push, ...delays.sms].map(({ ms }) => ms));
  const counts = { checked: wearers.length, lost: verdict.problems.length, worstMs };
  return { title: `${wearers.length} panics under fire`, problems, note, counts };
}

/** The part of its round in which the nth wearer presses. */
function partOf(nth: number): string {
  let from = 0;
  for (const [part, presses] of PARTS) {
    from += presses;
    if (nth % PRESSES_PER_ROUND < from) return part;
  }
  throw new Error(`no part has press ${nth}`);
}
