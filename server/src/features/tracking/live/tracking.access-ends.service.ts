import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcesses } from '#platform/processes/server-processes';
import { DECISION_LIVES_MS, type Viewers } from './tracking.viewers.service.ts';

interface Ended {
  readonly deviceId: number;
  readonly turn: number;
}

interface Turn {
  /** Processes that have not confirmed yet. */
  readonly left: Set<string>;
  readonly confirmed: PromiseWithResolvers<void>;
}

/**
 * Ends access to the live positions of a device in every server process (decision 046). Each process decides for its
 * viewers every half second, so a process that does not hear of the end would push positions until then.
 */
export function createAccessEnds(processes: ServerProcesses, viewers: Pick<Viewers, 'forget'>) {
  const turns = new Map<number, Turn>();
  /** Processes that did not confirm in time. No end waits for these until a confirmation arrives. */
  const quiet = new Set<string>();
  let lastTurn = 0;

  const confirm = (number: number, from: string): void => {
    const turn = turns.get(number);
    if (turn?.left.delete(from) && turn.left.size === 0) turn.confirmed.resolve();
  };

  processes.on<Ended>('tracking-access-ended', ({ deviceId, turn }, from) => {
    viewers.forget(deviceId);
    processes.send(from, 'tracking-withheld', turn);
  });
  processes.on<number>('tracking-withheld', (turn, from) => {
    quiet.delete(from);
    confirm(turn, from);
  });
  processes.onChange((change) => {
    if (!('gone' in change)) return;
    quiet.delete(change.gone);
    for (const number of turns.keys()) confirm(number, change.gone);
  });

  return {
    /**
     * Resolves when no process pushes positions by a decision from before the end. A process that does not confirm is
     * waited for as long as a decision lives.
     */
    async end(deviceId: number): Promise<void> {
      viewers.forget(deviceId);
      const left = new Set([...processes.others()].filter((id) => !quiet.has(id)));
      lastTurn += 1;
      const turn = lastTurn;
      processes.send('others', 'tracking-access-ended', { deviceId, turn } satisfies Ended);
      if (left.size === 0) return;
      const confirmed = Promise.withResolvers<void>();
      turns.set(turn, { left, confirmed });
      const inTime = new AbortController();
      const late = wait(DECISION_LIVES_MS, undefined, { signal: inTime.signal }).catch(() => {});
      await Promise.race([confirmed.promise, late]);
      inTime.abort();
      turns.delete(turn);
      for (const id of left) quiet.add(id);
    },
  };
}
