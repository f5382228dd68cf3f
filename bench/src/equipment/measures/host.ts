// How steady this host is. The neighbours of a virtual machine take processor time that no system call shows.
import { percentile } from './bench.ts';

const MEASURE_MS = 3_000;
const WARM_UP_ROUNDS = 50;
/** About 3 ms on a core. */
const STEPS = 2_000_000;

/**
 * Describes how long a fixed piece of work takes on an idle machine. On a steady host p99 is close to p50. On another
 * host, the p99 of a bench includes the waiting of the host.
 */
export function describeHost(): string {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) work();
  const times: number[] = [];
  const untilMs = performance.now() + MEASURE_MS;
  while (performance.now() < untilMs) {
    const fromMs = performance.now();
    work();
    times.push(performance.now() - fromMs);
  }
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1));
  return `host: a fixed piece of work takes ${p50} ms at p50, ${p99} ms at p99, ${worst} ms at most`;
}

/** Uses registers alone, so only the processor can slow the work down. */
function work(): number {
  let sum = 0;
  for (let step = 0; step < STEPS; step += 1) sum = (Math.imul(sum, 31) + step) | 0;
  return sum;
}
