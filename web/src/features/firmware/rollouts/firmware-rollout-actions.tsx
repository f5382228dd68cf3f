import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { sumOf } from './firmware-rollout-state.ts';
import classes from './firmware-rollout.module.css';
import { useSteerRollout } from './firmware.rollout.queries.ts';

interface FirmwareRolloutActionsProps {
  rollout: Rollout;
  onShowDevices: () => void;
}

/** The actions of staff on a rollout that has not ended. Stopping is final, so the button asks first. */
export function FirmwareRolloutActions({ rollout, onShowDevices }: FirmwareRolloutActionsProps) {
  const { mutate, isPending, variables } = useSteerRollout(rollout);
  const [isStopping, stopping] = useDisclosure(false);
  const once = useSinglePress(isPending);
  const isWorking = (action: typeof variables) => isPending && variables === action;
  const hasFailed = sumOf(rollout.rings, 'failed') > 0;
  // The button to try again disappears with the failures.
  const { ref, notePress } = useFocusAfter<HTMLDivElement>(hasFailed);
  const retry = () => {
    notePress();
    mutate('retry_failed');
  };
  return (
    <div ref={ref} tabIndex={-1} className={classes.actions}>
      <Button variant="subtle" size="sm" onClick={onShowDevices}>
        {texts.showAll}
      </Button>
      {hasFailed && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRefresh size={17} stroke={1.7} />}
          loading={isWorking('retry_failed')}
          onClick={() => once(retry)}
        >
          {texts.retry}
        </Button>
      )}
      {rollout.state === 'running' ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlayerPause size={17} stroke={1.7} />}
          loading={isWorking('pause')}
          onClick={() => once(() => mutate('pause'))}
        >
          {texts.pause}
        </Button>
      ) : (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlayerPlay size={17} stroke={1.7} />}
          loading={isWorking('resume')}
          onClick={() => once(() => mutate('resume'))}
        >
          {texts.resume}
        </Button>
      )}
      <Button variant="outline" color="red" size="sm" onClick={stopping.open}>
        {texts.stop}
      </Button>
      <ConfirmDialog
        isOpen={isStopping}
        title={texts.stopTitle(rollout.version)}
        confirmLabel={texts.stopConfirm}
        isWorking={isWorking('stop')}
        onConfirm={() => mutate('stop', { onSettled: stopping.close })}
        onClose={stopping.close}
      >
        {texts.stopText}
      </ConfirmDialog>
    </div>
  );
}
