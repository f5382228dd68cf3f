import type { LocationMessage } from '@trace/contract/device-protocol/messages';
import type { Behaviour } from './behaviour.ts';
import type { Clock, Stop } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Fix, Route } from '../routes/route.ts';

export interface TimedFix {
  readonly fix: Fix;
  readonly atMs: number;
}

/** The GPS receiver of a device. */
export interface Receiver {
  /** Returns the position now, or null without a fix. Remembers a fix as the newest. */
  read(): Fix | null;
  newest(): TimedFix | null;
  remember(fix: Fix): void;
  /** Takes a fresh fix, which takes the receiver some time; at most `withinMs`, then null. */
  acquire(withinMs: number, onDone: (found: TimedFix | null) => void): Stop;
}

export function createReceiver(options: {
  route: Route;
  clock: Clock;
  random: Random;
  fixAfterMs: Behaviour['fixAfterMs'];
}): Receiver {
  const { route, clock, random, fixAfterMs } = options;
  let newest: TimedFix | null = null;

  const remember = (fix: Fix): void => {
    newest = { fix, atMs: clock.nowMs() };
  };

  const read = (): Fix | null => {
    const fix = route.at(clock.nowMs());
    if (fix !== null) remember(fix);
    return fix;
  };

  const takesMs = (): number => (typeof fixAfterMs === 'number' ? fixAfterMs : random.between(...fixAfterMs));

  return {
    read,
    newest: () => newest,
    remember,
    acquire(withinMs, onDone) {
      const neededMs = takesMs();
      const finish = (): void => {
        const isFound = neededMs <= withinMs && read() !== null;
        onDone(isFound ? newest : null);
      };
      if (neededMs > 0) return clock.after(Math.min(neededMs, withinMs), finish);
      finish();
      return () => {};
    },
  };
}

type LocationFields = Omit<LocationMessage, 'v' | 'boot' | 'seq' | 'ts'>;

/** Returns a fix in the form of the wire. Seven decimals are a centimetre, and more digits would be invented. */
export function locationFields(fix: Fix | null, source: NonNullable<LocationMessage['source']>): LocationFields {
  if (fix === null) return { fix: false, source };
  return { ...fix, fix: true, lat: rounded(fix.lat), lng: rounded(fix.lng), source };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
