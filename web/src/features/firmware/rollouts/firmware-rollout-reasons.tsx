import { Button } from '@mantine/core';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { RolloutDetails } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { sumOf } from './firmware-rollout-state.ts';
import classes from './firmware-rollout.module.css';

interface FirmwareRolloutReasonsProps {
  rollout: RolloutDetails;
  onShowFailed: () => void;
}

/** Why updates failed, and why devices wait, most devices first. */
export function FirmwareRolloutReasons({ rollout, onShowFailed }: FirmwareRolloutReasonsProps) {
  const { failures, waits, rings } = rollout;
  const failed = sumOf(rings, 'failed');
  return (
    <>
      {failures.length > 0 && (
        <section className={classes.reasons} aria-label={texts.failed}>
          <div className={classes.reasonsHead}>
            <h3>{texts.failed}</h3>
            {failed > 0 && (
              <Button variant="subtle" size="compact-sm" onClick={onShowFailed}>
                {texts.showFailed(failed)}
              </Button>
            )}
          </div>
          <ul className={classes.list}>
            {failures.map(({ failure, count, toVersions }) => (
              <Reason key={failure} words={texts.failure(failure, toVersions)} count={count} />
            ))}
          </ul>
        </section>
      )}
      {waits.length > 0 && (
        <section className={classes.reasons} aria-label={texts.waiting}>
          <div className={classes.reasonsHead}>
            <h3>{texts.waiting}</h3>
          </div>
          <ul className={classes.list}>
            {waits.map(({ reason, count }) => (
              <Reason key={reason} words={texts.wait(reason)} count={count} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Reason({ words: { title, text }, count }: { words: ReturnType<typeof texts.wait>; count: number }) {
  return (
    <li className={classes.reason}>
      <strong>{title}</strong>
      <span className={classes.why}>{text}</span>
      <span className={classes.count}>{texts.devices(count)}</span>
    </li>
  );
}
