import { expect, test } from 'vitest';
import { createManualClock } from './clock.ts';
import { createFaults, faultNames } from './faults.ts';
import type { FaultPlan, MessageBody } from './faults.ts';

const bodyOf = (seq: number): MessageBody => ({ v: 1, boot: 1, seq, ts: 1_700_000_000_000, lat: -33.8, lng: 151.2 });

/** Returns the delivered messages of a thousand positions, in order. */
function delivered(plan: FaultPlan, seed: number): string[] {
  const clock = createManualClock(0);
  const faults = createFaults(plan, seed, clock);
  const out: string[] = [];
  for (let seq = 0; seq < 1_000; seq += 1) {
    faults.pass('location', bodyOf(seq), ({ payload }) => out.push(payload.toString()));
    clock.advance(100);
  }
  faults.release();
  clock.advance(60_000);
  return out;
}

const seqs = (out: string[]): number[] => out.map((text) => (JSON.parse(text) as MessageBody).seq);

test('the same plan and seed spoil the same messages; another seed others', () => {
  const plan = Object.fromEntries(faultNames.map((name) => [name, 0.1]));
  expect(delivered(plan, 1)).toEqual(delivered(plan, 1));
  expect(delivered(plan, 1)).not.toEqual(delivered(plan, 2));
});

test('messages arrive once and in order without faults', () => {
  expect(seqs(delivered({}, 1))).toEqual(Array.from({ length: 1_000 }, (_, seq) => seq));
});

test('each fault comes about as often as planned', () => {
  expect(delivered({ loss: 0.2 }, 1).length / 1_000).toBeCloseTo(0.8, 1);
  expect(delivered({ duplicate: 0.2 }, 1).length / 1_000).toBeCloseTo(1.2, 1);
  const share = (plan: FaultPlan, isHit: (text: string) => boolean): number =>
    delivered(plan, 1).filter((text) => isHit(text)).length / 1_000;
  expect(share({ zero: 0.2 }, (text) => text.includes('"lat":0,'))).toBeCloseTo(0.2, 1);
  expect(share({ range: 0.2 }, (text) => text.includes('"lat":91.'))).toBeCloseTo(0.2, 1);
  expect(share({ broken: 0.2 }, (text) => !text.endsWith('}'))).toBeCloseTo(0.2, 1);
  expect(share({ skew: 0.2 }, (text) => !text.includes('1700000000000'))).toBeCloseTo(0.2, 1);
});

test('reordered and delayed messages all arrive, in another order', () => {
  for (const plan of [{ reorder: 0.2 }, { delay: 0.2 }]) {
    const out = seqs(delivered(plan, 1));
    expect(out).not.toEqual(out.toSorted((one, other) => one - other));
    expect(new Set(out).size).toBe(1_000);
  }
});
