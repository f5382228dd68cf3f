import { formatExact, formatRemaining, toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleX, IconClock, type TablerIcon } from '@tabler/icons-react';
import type { DeviceSetup, SetupState } from '@trace/contract/device-setup/device-setup.schema';
import { setupDialogTexts as words } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { useSetupActions } from './device-setup-actions.ts';
import classes from './device-setup-programming.module.css';

const icons: Record<SetupState, TablerIcon> = {
  none: IconCircleCheckFilled,
  queued: IconClock,
  sent: IconClock,
  applied: IconCircleCheckFilled,
  failed: IconAlertTriangle,
  cancelled: IconCircleX,
};

/** Shows the progress of programming, which repeats until the device has its settings or a user cancels (REG-06). */
export function DeviceSetupProgramming({ setup }: { setup: DeviceSetup }) {
  const { retry, cancel } = useSetupActions(setup.serialNumber);
  const Icon = icons[setup.state];
  const isUnderWay = ['queued', 'sent', 'failed'].includes(setup.state);
  const isRepeatable = isUnderWay || setup.state === 'cancelled';
  return (
    <div className={classes.programming}>
      <div className={classes.line} data-state={setup.state}>
        <span className={classes.icon}>
          <Icon size={18} stroke={1.8} aria-hidden="true" />
        </span>
        <div>
          <div role="status">
            <p className={classes.state}>{texts.states[setup.state]}</p>
            {setup.message !== null && <p>{setup.message}</p>}
          </div>
          {/* The remaining time changes with the clock. This line is outside the live region, so that screen readers do not repeat the whole text. */}
          <p className={classes.facts}>
            <Tries setup={setup} />
          </p>
        </div>
      </div>
      {isRepeatable && (
        <div className={classes.actions}>
          <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
            {texts.retry}
          </Button>
          {isUnderWay && (
            <Button size="xs" variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {texts.cancel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Tries({ setup: { attempts, nextAt } }: { setup: DeviceSetup }) {
  const nowMs = useNow('halfMinute');
  return (
    <>
      {attempts > 0 && texts.tries(attempts)}
      {attempts > 0 && nextAt !== null && ', '}
      {nextAt !== null && (
        <time dateTime={nextAt} title={formatExact(nextAt)}>
          {words.nextTryIn(formatRemaining(toEpochMs(nextAt) - nowMs))}
        </time>
      )}
    </>
  );
}
