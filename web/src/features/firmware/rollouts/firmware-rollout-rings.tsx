import { Badge } from '@mantine/core';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Ring, Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { ringLook } from './firmware-rollout-state.ts';
import classes from './firmware-rollout.module.css';

const colors = {
  not_started: 'gray',
  open: 'violet',
  done: 'green',
  halted: 'red',
  paused: 'amber',
  stopped: 'gray',
} as const;

/** The rings from left to right, on a phone one below the other. */
export function FirmwareRolloutRings({ rollout }: { rollout: Rollout }) {
  return (
    <ol className={classes.rings} aria-label={texts.rings}>
      {rollout.rings.map((ring) => (
        <RingCell key={ring.number} ring={ring} rollout={rollout} />
      ))}
    </ol>
  );
}

function RingCell({ ring, rollout }: { ring: Ring; rollout: Rollout }) {
  const look = ringLook(ring, rollout);
  return (
    <li className={classes.ring}>
      <div className={classes.ringHead}>
        <span>
          <strong>{texts.ring(ring.number)}</strong>
          <span className={classes.dimmed}>{texts.upTo(rollout.targetKind, ring.percent)}</span>
        </span>
        <Badge color={colors[look]}>{texts.ringStates[look]}</Badge>
      </div>
      <p className={classes.figure}>
        <span className={classes.big}>{ring.done.toLocaleString('en')}</span> {texts.ofUpdated(ring)}
      </p>
      <Bar ring={ring} />
      <p className={classes.line} data-dimmed={ring.underWay + ring.failed === 0 || undefined}>
        {texts.ringLine(ring)}
      </p>
    </li>
  );
}

/** Decorative: the line below says the same in words. */
function Bar({ ring: { done, underWay, failed, total } }: { ring: Ring }) {
  const parts = { done, underWay, failed, rest: total === 0 ? 1 : Math.max(total - done - underWay - failed, 0) };
  return (
    <div className={classes.bar} aria-hidden="true">
      {Object.entries(parts).map(
        ([part, count]) => count > 0 && <span key={part} data-part={part} style={{ flexGrow: count }} />,
      )}
    </div>
  );
}
