import { wakeInSec } from './behaviour.ts';
import type { SleepHabit } from './behaviour.ts';
import type { Clock, Stop } from '../clock.ts';
import type { Connection } from './connection.ts';
import type { Random } from '../random.ts';

export type TrackerPhase = 'off' | 'connecting' | 'online' | 'sleeping' | 'rebooting' | 'crashed';

/** Switching on and off, losing and finding the network, sleeping, restarting. */
export interface LifeCycle {
  readonly phase: () => TrackerPhase;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly crash: () => void;
  readonly restart: () => Promise<void>;
  readonly wake: () => void;
  /** The connection is ready. */
  readonly arrived: () => void;
  /** The connection is gone. */
  readonly lost: () => void;
  /** Falls asleep after the habit's time awake; to be called when the habit changes. */
  readonly sleepLater: () => void;
}

export interface LifeCycleOptions {
  readonly clock: Clock;
  readonly networkClock: Clock;
  readonly random: Random;
  readonly connection: Connection;
  sleep(): SleepHabit | null;
  rebootMs(): number;
  /** Whether a user watches live, or an update is under way. The device must not sleep now. */
  isNeeded(): boolean;
  sayStatus(words: { status: 'offline' | 'sleeping'; wakeInSec?: number }): Promise<unknown>;
  onPhase(phase: TrackerPhase): void;
  onOnline(): void;
  /** Stops all periodic activity of the device. */
  onHalt(): void;
  /** Switched on, before anything else. Returns false when the power goes at that moment. */
  onPowerOn(): boolean;
  onBoot(): void;
}

const RECONNECT_FIRST_MS = 500;
const RECONNECT_MOST_MS = 60_000;
/** Together with closing the socket well under the two seconds in which a process should end. */
const GOODBYE_WITHIN_MS = 800;

export function createLifeCycle(options: LifeCycleOptions): LifeCycle {
  const { clock, random, connection } = options;
  let phase: TrackerPhase = 'off';
  let failures = 0;
  let stopWaiting: Stop = () => {};
  let waiters: (() => void)[] = [];

  const isIn = (asked: TrackerPhase): boolean => phase === asked;

  const enter = (next: TrackerPhase): void => {
    if (isIn(next)) return;
    phase = next;
    options.onPhase(next);
    if (next === 'online' || next === 'off' || next === 'crashed') settleWaiters();
  };

  const settleWaiters = (): void => {
    const settled = waiters;
    waiters = [];
    for (const resolve of settled) resolve();
  };

  const untilOnline = (): Promise<void> => new Promise((resolve) => waiters.push(resolve));

  const connect = (): void => {
    stopWaiting();
    enter('connecting');
    if (connection.isReady()) arrived();
    else connection.connect();
  };

  const arrived = (): void => {
    failures = 0;
    enter('online');
    options.onOnline();
    sleepLater();
  };

  /**
   * Reconnects after a delay that is half fixed, half random, so that a fleet that lost its server does not reconnect
   * at the same instant.
   */
  const lost = (): void => {
    if (!isIn('online') && !isIn('connecting')) return;
    enter('connecting');
    const longestMs = Math.min(RECONNECT_MOST_MS, RECONNECT_FIRST_MS * 2 ** failures);
    failures += 1;
    stopWaiting();
    stopWaiting = options.networkClock.after(random.between(longestMs / 2, longestMs), connect);
  };

  const sleepLater = (): void => {
    if (!isIn('online')) return;
    stopWaiting();
    const sleep = options.sleep();
    if (sleep !== null) stopWaiting = clock.after(sleep.awakeSec * 1_000, () => void fallAsleep());
  };

  const fallAsleep = async (): Promise<void> => {
    const sleep = options.sleep();
    if (sleep === null || options.isNeeded()) {
      sleepLater();
      return;
    }
    const sleepSec = wakeInSec(sleep);
    await leave('sleeping', { status: 'sleeping', wakeInSec: sleepSec });
    if (isIn('sleeping')) stopWaiting = clock.after(sleepSec * 1_000, connect);
  };

  /** Reports the reason, waits a moment for the acknowledgement, and disconnects without a will. */
  const leave = async (next: TrackerPhase, words: Parameters<LifeCycleOptions['sayStatus']>[0]): Promise<void> => {
    stopWaiting();
    options.onHalt();
    enter(next);
    if (connection.isReady()) await within(options.sayStatus(words), GOODBYE_WITHIN_MS);
    if (isIn(next)) await connection.disconnect();
  };

  return {
    phase: () => phase,
    async start() {
      if (!isIn('off') && !isIn('crashed')) return;
      if (!options.onPowerOn()) return;
      const isOnline = untilOnline();
      connect();
      await isOnline;
    },
    stop: () => leave('off', { status: 'offline' }),
    crash() {
      stopWaiting();
      enter('crashed');
      connection.cut();
      options.onHalt();
    },
    async restart() {
      await leave('rebooting', { status: 'offline' });
      if (!isIn('rebooting')) return;
      if (!options.onPowerOn()) return;
      options.onBoot();
      const isOnline = untilOnline();
      stopWaiting = clock.after(options.rebootMs(), connect);
      await isOnline;
    },
    wake() {
      if (isIn('sleeping')) connect();
    },
    arrived,
    lost,
    sleepLater,
  };
}

/** Waits for real sockets, so this deadline is the machine's and not the injected clock's. */
async function within(done: Promise<unknown>, waitMs: number): Promise<void> {
  let deadline: NodeJS.Timeout | undefined;
  const isLate = new Promise<void>((resolve) => {
    deadline = setTimeout(resolve, waitMs);
  });
  await Promise.race([done, isLate]);
  clearTimeout(deadline);
}
