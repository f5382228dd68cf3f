import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { setupDialogTexts as words } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { useSetupActions } from './device-setup-actions.ts';
import classes from './device-setup-current.module.css';
import { DeviceSetupProgramming } from './device-setup-programming.tsx';

/** Shows a device's settings, with the actions to end or undo these settings (HUB-07). Contains no secret. */
export function DeviceSetupCurrent({ setup }: { setup: DeviceSetup }) {
  const [isAsking, question] = useDisclosure(false);
  const { unlink, removeSim, restore } = useSetupActions(setup.serialNumber);
  const nowMs = useNow('halfMinute');
  const { hub, previous } = setup;
  return (
    <section className={classes.current} aria-label={words.current}>
      {hub?.brokenSince && <BrokenLink since={hub.brokenSince} />}
      <dl className={classes.facts}>
        <dt>{words.hub}</dt>
        <dd>
          {hub ? (
            <>
              {hub.name} <span className={classes.id}>{hub.id}</span>
            </>
          ) : (
            words.none
          )}
        </dd>
        <dt>{words.sim}</dt>
        <dd>{setup.hasSim ? words.simSet : words.simAsDelivered}</dd>
      </dl>
      {setup.state !== 'none' && <DeviceSetupProgramming setup={setup} />}
      {(hub !== null || setup.hasSim || previous !== null) && (
        <div className={classes.actions}>
          {hub && (
            <Button size="xs" variant="default" onClick={question.open}>
              {texts.unlink}
            </Button>
          )}
          {setup.hasSim && (
            <Button size="xs" variant="default" loading={removeSim.isPending} onClick={() => removeSim.mutate()}>
              {words.removeSim}
            </Button>
          )}
          {previous && (
            <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
              {texts.back}
            </Button>
          )}
        </div>
      )}
      {previous && (
        <p className={classes.kept}>{words.keptUntil(formatDay(previous.keptUntil, nowMs), previous.changedBy)}</p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.unlinkTitle(hub?.name ?? '')}
        confirmLabel={texts.unlink}
        isWorking={unlink.isPending}
        onConfirm={() => unlink.mutate(undefined, { onSettled: question.close })}
        onClose={question.close}
      >
        {texts.coverageNone}
      </ConfirmDialog>
    </section>
  );
}

function BrokenLink({ since }: { since: string }) {
  const title = texts.brokenSince(formatDay(since, useNow('halfMinute')));
  return (
    <AmberNotice label={title} title={title}>
      {texts.brokenWhy} {texts.coverageLeft}
    </AmberNotice>
  );
}
