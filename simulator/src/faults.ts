import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** Each number is the probability, 0 to 1, that a message meets this fault. */
export interface FaultPlan {
  readonly loss?: number;
  readonly duplicate?: number;
  /** Overtaken by the next message. */
  readonly reorder?: number;
  readonly delay?: number;
  /** A clock that is up to ten years wrong. */
  readonly skew?: number;
  /** Coordinates that do not exist. */
  readonly range?: number;
  /** JSON that ends in the middle. */
  readonly broken?: number;
  /** The position 0, 0 of a receiver without a fix. */
  readonly zero?: number;
}

export const faultNames = ['loss', 'duplicate', 'reorder', 'delay', 'skew', 'range', 'broken', 'zero'] as const;

export type FaultName = (typeof faultNames)[number];

export interface MessageBody {
  readonly boot: number;
  readonly seq: number;
  readonly ts: number;
  readonly [field: string]: unknown;
}

/** The payload on the wire, and whether a server can still read the message in this payload. */
export interface Delivery {
  readonly payload: Buffer;
  readonly isSpoilt: boolean;
}

export interface Faults {
  /** Delivers the message not at all, once or twice, immediately or later. */
  pass(kind: DeviceMessageKind, body: MessageBody, deliver: (delivery: Delivery) => void): void;
  /** Delivers the message that waits for a next message. */
  release(): void;
}

const DELAY_MS = [200, 5_000] as const;
const SKEW_MS = 10 * 365 * 86_400_000;

export const noFaults: Faults = {
  pass: (_kind, body, deliver) => deliver({ payload: toPayload(body), isSpoilt: false }),
  release: () => {},
};

/** The same plan and seed spoil the same messages in the same way. */
export function createFaults(plan: FaultPlan, seed: number, clock: Clock = systemClock): Faults {
  const random = createRandom(seed);
  let held: (() => void) | null = null;

  const release = (): void => {
    const deliverHeld = held;
    held = null;
    deliverHeld?.();
  };

  return {
    pass(kind, body, deliver) {
      const luck = drawLuck(plan, random);
      const delivery = spoil(kind, body, luck, random);
      const delayMs = luck.delay ? random.between(...DELAY_MS) : 0;
      if (luck.loss) return;
      const hand = (): void => {
        deliver(delivery);
        if (luck.duplicate) deliver(delivery);
      };
      if (luck.reorder && held === null) {
        held = hand;
        return;
      }
      if (delayMs > 0) clock.after(delayMs, hand);
      else hand();
      release();
    },
    release,
  };
}

/**
 * Draws for every fault, including impossible faults, so that a changed probability does not shift the sequence of the
 * other faults.
 */
function drawLuck(plan: FaultPlan, random: Random): Record<FaultName, boolean> {
  const luck = {} as Record<FaultName, boolean>;
  for (const name of faultNames) luck[name] = random.chance(plan[name] ?? 0);
  return luck;
}

function spoil(kind: DeviceMessageKind, body: MessageBody, luck: Record<FaultName, boolean>, random: Random): Delivery {
  const changed: Record<string, unknown> = { ...body };
  const isPosition = kind === 'location';
  if (luck.skew) changed['ts'] = Math.max(0, Math.round(body.ts + random.between(-SKEW_MS, SKEW_MS)));
  if (luck.range && isPosition) Object.assign(changed, { lat: 91 + random.next(), lng: 181 + random.next() });
  if (luck.zero && isPosition) Object.assign(changed, { lat: 0, lng: 0 });
  const payload = toPayload(changed);
  if (luck.broken) return { payload: payload.subarray(0, Math.floor(payload.length / 2)), isSpoilt: true };
  return { payload, isSpoilt: luck.range && isPosition && !luck.zero };
}

const toPayload = (body: object): Buffer => Buffer.from(JSON.stringify(body));
