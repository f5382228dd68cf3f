import type { RolloutState } from '@trace/contract/firmware/firmware.rules';
import type { Ring, Rollout, RolloutDetails } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';

type Numbers = 'total' | 'done' | 'underWay' | 'failed';

export const isOver = ({ state }: { state: RolloutState }): boolean => state === 'stopped' || state === 'done';

export const rolloutColors = {
  running: 'violet',
  paused: 'amber',
  halted: 'red',
  stopped: 'gray',
  done: 'green',
} as const satisfies Record<RolloutState, string>;

export const sumOf = (rings: readonly Ring[], what: Numbers): number =>
  rings.reduce((sum, ring) => sum + ring[what], 0);

/** An open ring has the state of a rollout that does not run. */
export function ringLook({ state }: Ring, rollout: Rollout): keyof typeof texts.ringStates {
  return state === 'open' && rollout.state !== 'running' && rollout.state !== 'done' ? rollout.state : state;
}

/** Whether a device is harmed, which devices still finish, and which rings have not been touched. */
export function reassurances({ rings, failures }: Pick<RolloutDetails, 'rings' | 'failures'>): string[] {
  const missing = failures.find(({ failure }) => failure === 'did_not_return')?.count ?? 0;
  const underWay = sumOf(rings, 'underWay');
  const untouched = rings.filter(({ state }) => state === 'not_started').map(({ number }) => number);
  return [
    missing === 0 ? texts.harmless : texts.missing(missing),
    ...(underWay > 0 ? [texts.underWay(underWay)] : []),
    ...(untouched.length > 0 ? [texts.untouched(untouched)] : []),
  ];
}
