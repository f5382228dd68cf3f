// PANIC-06: how long a panic takes from the tracker's PUBACK to the page, the push service and the SMS gateway, and how
// long the PUBACK itself takes. Quiet, while strangers open 10,000 connections to the port of alarm hubs and say nothing,
// and beside a flood of positions from other devices that fills the machine. Also when many press at once.
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '@trace/equipment/free-ports';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, BenchSettings, Figure } from '../../equipment/measures/bench.ts';
import type { GeneratorResult, GeneratorTask } from '../../equipment/devices/generator.ts';
import { checkPanics, type PanicVerdict } from '../../equipment/proofs/panic-checker.ts';
import { startReceivers, type Receivers } from '../../equipment/outside/receivers.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { openSilently } from '../../equipment/devices/silent-connections.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { furnishWearers, type Wearer } from '../../equipment/people/wearers.ts';
import { startWorld, type World } from '../../equipment/servers/world.ts';

const DEVICES = 100;
/** Messages in flight per device of the flood. */
const WINDOW = 5;
const FLOOD_WARM_UP_MS = 3_000;
/** Presses per round: their p99 is the worst, or the second of the long form. */
const PRESSES = { short: 60, long: 200 };
const PRESS_EVERY_MS = 150;
/** Many trackers at once, as in a storm over a city. */
const BURST_EVERY_MS = 10;
const BURST_BESIDE_FLOOD_MS = 20_000;
const SETTLES_WITHIN_MS = 30_000;
const SPARE_MS = 60_000;
/** As many rounds use wearers of their own. */
const ROUNDS = 5;
const SILENT = 10_000;
/** Escalations would mix with the messages that are measured. */
const SETTINGS = { TRUST_PROXY: '1', PANIC_NEXT_CONTACT_SEC: '600', PANIC_SUPPORT_SEC: '600' };

export const panicBench: Bench = { name: 'panic', run: measure };

async function measure({ isLong, nodeFlags }: BenchSettings): Promise<Figure[]> {
  const presses = isLong ? PRESSES.long : PRESSES.short;
  const receivers = await startReceivers();
  const [hubPort] = await findFreePorts(1);
  const world = await startWorld({
    ...{ devices: DEVICES, wearers: ROUNDS * presses, push: receivers.push, nodeFlags },
    settings: { ...SETTINGS, ...receivers.settings, DC09_PORT: String(hubPort) },
  });
  let wearers: readonly Wearer[] = [];
  try {
    wearers = await furnishWearers(world, receivers, ROUNDS * presses);
    await holdsWithin(SETTLES_WITHIN_MS, () => wearers.every(({ stream }) => stream.isOpen()));
    const rest = [...wearers];
    const round = (everyMs: number): Promise<Round> => measureRound(world, receivers, rest.splice(0, presses), everyMs);
    const quiet = await round(PRESS_EVERY_MS);
    const burst = await round(BURST_EVERY_MS);
    const silent = openSilently(hubPort!, SILENT);
    const besideSilent = await round(PRESS_EVERY_MS);
    const strangers = await silent;
    const silentNote = `${SILENT.toLocaleString('en')} connections opened, ${strangers.openCount()} not closed by the server`;
    strangers.stop();
    const flood = startFlood(world, presses * PRESS_EVERY_MS + 2 * FLOOD_WARM_UP_MS + BURST_BESIDE_FLOOD_MS);
    await wait(2 * FLOOD_WARM_UP_MS);
    const beside = await round(PRESS_EVERY_MS);
    const burstBeside = await round(BURST_EVERY_MS);
    const note = `beside ${(await flood).toLocaleString('en')} acknowledged positions/s`;
    return [
      ...figuresOf('quiet', quiet, `${presses} presses`),
      ...figuresOf('burst', burst, `${presses} presses, ${BURST_EVERY_MS} ms apart`),
      ...figuresOf('silent hubs', besideSilent, silentNote),
      ...figuresOf('flood', beside, note),
      ...figuresOf('burst in a flood', burstBeside, note),
    ];
  } finally {
    await Promise.all(wearers.map((wearer) => wearer.stop()));
    await world.dispose();
    await receivers.stop();
  }
}

interface Round {
  readonly puback: readonly number[];
  readonly stream: readonly number[];
  readonly push: readonly number[];
  readonly sms: readonly number[];
  readonly mail: readonly number[];
}

async function measureRound(
  world: World,
  receivers: Receivers,
  wearers: readonly Wearer[],
  everyMs: number,
): Promise<Round> {
  const presses: Promise<void>[] = [];
  for (const wearer of wearers) {
    presses.push(wearer.press());
    await wait(everyMs);
  }
  await Promise.all(presses);
  const check = (): Promise<PanicVerdict> => checkPanics(world.ready().databaseUrl, receivers, wearers);
  const isComplete = ({ delays }: PanicVerdict): boolean =>
    Object.values(delays).every((values) => values.length === wearers.length);
  let verdict = await check();
  const hasArrived = await holdsWithin(SETTLES_WITHIN_MS, async () => isComplete((verdict = await check())));
  if (!hasArrived) throw new Error(`panics did not arrive: ${verdict.problems.join(', ')}`);
  const puback = wearers.map(({ sentAtMs, acceptedAtMs }) => (acceptedAtMs ?? Infinity) - (sentAtMs ?? 0));
  const timesOf = (what: keyof PanicVerdict['delays']) => verdict.delays[what].map(({ ms }) => ms);
  return { puback, stream: timesOf('stream'), push: timesOf('push'), sms: timesOf('sms'), mail: timesOf('mail') };
}

function figuresOf(when: string, round: Round, note: string): Figure[] {
  const named: readonly [string, readonly number[]][] = [
    ['press to PUBACK', round.puback],
    ['PUBACK to stream', round.stream],
    ['PUBACK to push service', round.push],
    ['PUBACK to SMS gateway', round.sms],
    ['PUBACK to mail server', round.mail],
  ];
  return named.map(([what, values], index) => ({
    name: `panic ${what} p99, ${when}`,
    value: Math.max(0, percentile(values, 0.99)),
    unit: 'ms',
    note: `p50 ${percentile(values, 0.5).toFixed(0)} ms${index === 0 ? `; ${note}` : ''}`,
  }));
}

/** Positions as fast as the server acknowledges. Returns how many that were per second. */
async function startFlood(world: World, measureMs: number): Promise<number> {
  const task: GeneratorTask = {
    ...{ port: world.ready().mqttPort, connections: DEVICES, window: WINDOW, boot: 1, serialPrefix: 'Trace_B' },
    ...{ warmUpMs: FLOOD_WARM_UP_MS, measureMs },
  };
  const timeoutMs = FLOOD_WARM_UP_MS + measureMs + SPARE_MS;
  const { acknowledgedPerSec } = await runChild<GeneratorResult>('devices/generator.ts', task, {
    core: null,
    timeoutMs,
  });
  return acknowledgedPerSec;
}
