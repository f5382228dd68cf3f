import { shifted } from '../routes/geometry.ts';
import type { Fix, RecordedFix } from '../routes/route.ts';

/** An error of a receiver or recorder in a span of a track. Seconds since the track's first fix. */
export interface Fault {
  readonly name: string;
  apply(fixes: readonly RecordedFix[]): RecordedFix[];
}

/** Builds a fault that changes the fixes of a span and leaves the others alone. */
function faultIn(
  name: string,
  [fromSec, toSec]: readonly [number, number],
  change: (inside: readonly RecordedFix[]) => readonly RecordedFix[],
): Fault {
  return {
    name,
    apply(fixes) {
      const startMs = fixes[0]?.atMs ?? 0;
      const isInside = ({ atMs }: RecordedFix): boolean =>
        atMs - startMs >= fromSec * 1_000 && atMs - startMs < toSec * 1_000;
      const before = fixes.filter(({ atMs }) => atMs - startMs < fromSec * 1_000);
      const after = fixes.filter(({ atMs }) => atMs - startMs >= toSec * 1_000);
      return [...before, ...change(fixes.filter(isInside)), ...after];
    },
  };
}

const eachFix =
  (change: (fix: Fix) => Fix) =>
  (inside: readonly RecordedFix[]): RecordedFix[] =>
    inside.map(({ atMs, fix }) => ({ atMs, fix: change(fix) }));

/** The recorder wrote no fixes: a gap. */
export const noRecording = (fromSec: number, toSec: number): Fault =>
  faultIn(`no recording for ${toSec - fromSec} s`, [fromSec, toSec], () => []);

/** Positions of another place, with the accuracy that the receiver claims. */
export function wildPositions(fromSec: number, toSec: number, eastM: number, accuracyM: number): Fault {
  const change = eachFix((fix) => ({ ...fix, ...shifted(fix, 0, eastM), accuracyM }));
  return faultIn(`positions ${Math.abs(eastM)} m away, claimed exact to ${accuracyM} m`, [fromSec, toSec], change);
}

/**
 * A jump after which the receiver stays consistent. Either the positions before the jump or the positions after the
 * jump are wrong.
 */
export const lastingJump = (atSec: number, eastM: number): Fault =>
  faultIn(
    `a jump of ${eastM} m that stays`,
    [atSec, Number.POSITIVE_INFINITY],
    eachFix((fix) => ({ ...fix, ...shifted(fix, 0, eastM) })),
  );

/** The accuracy is bad and the receiver says so. */
export function coarsePositions(fromSec: number, toSec: number, accuracyM: number): Fault {
  const change = (inside: readonly RecordedFix[]): RecordedFix[] =>
    inside.map(({ atMs, fix }, nth) => {
      const errorM = (nth % 2 === 0 ? 0.4 : -0.4) * accuracyM;
      return { atMs, fix: { ...fix, ...shifted(fix, errorM, errorM / 2), accuracyM } };
    });
  return faultIn(`positions exact to ${accuracyM} m only`, [fromSec, toSec], change);
}

/** The position freezes at its first value while time goes on. */
export function frozenPosition(fromSec: number, toSec: number): Fault {
  const change = (inside: readonly RecordedFix[]): RecordedFix[] =>
    inside.map(({ atMs }) => ({ atMs, fix: inside[0]!.fix }));
  return faultIn(`the same position repeated for ${toSec - fromSec} s`, [fromSec, toSec], change);
}

/** Old positions, as a phone reports after a tunnel when the network's location service returns a cached position. */
export function stalePositions(fromSec: number, toSec: number, copiedFromSec: number): Fault {
  const name = `positions of ${fromSec - copiedFromSec} s before`;
  return {
    name,
    apply(fixes) {
      const startMs = fixes[0]?.atMs ?? 0;
      const old = fixes.findLast(({ atMs }) => atMs - startMs <= copiedFromSec * 1_000)!.fix;
      return faultIn(
        name,
        [fromSec, toSec],
        eachFix(() => ({ ...old, accuracyM: 822 })),
      ).apply(fixes);
    },
  };
}

/** A number of fixes in a row are written twice, with the same time. */
export const writtenTwice = (fromSec: number, toSec: number): Fault =>
  faultIn(`every fix of ${toSec - fromSec} s written twice`, [fromSec, toSec], (inside) =>
    inside.flatMap((fix) => [fix, fix]),
  );

/** The clock is off by a fixed time and then corrects itself. */
export const wrongClock = (fromSec: number, toSec: number, offSec: number): Fault =>
  faultIn(`the clock is ${offSec} s off for ${toSec - fromSec} s`, [fromSec, toSec], (inside) =>
    inside.map(({ atMs, fix }) => ({ atMs: atMs + offSec * 1_000, fix })),
  );

/** A receiver that stands still and reports drift, speeds that are not there and turning courses. */
export function wideDrift(fromSec: number, toSec: number, driftM: number): Fault {
  const change = (inside: readonly RecordedFix[]): RecordedFix[] =>
    inside.map(({ atMs, fix }, nth) => {
      const angle = nth / 70;
      const radiusM = driftM * Math.sin(nth / 190) ** 2;
      const place = shifted(fix, radiusM * Math.sin(angle), radiusM * Math.cos(angle));
      return { atMs, fix: { ...fix, ...place, speedMps: (nth % 18) / 10, courseDeg: (nth * 7) % 360 } };
    });
  return faultIn(`standing, and drifting by up to ${driftM} m`, [fromSec, toSec], change);
}
