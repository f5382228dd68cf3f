import { formatAge } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Button, Card } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { draftTexts as texts } from '@trace/contract/devices/registration/devices.draft.texts';
import type { SetupForm } from './setup-state.ts';
import { shownName } from './setup-values.ts';
import classes from './setup-draft.module.css';

/** Shows where the values of a half-filled registration come from, and asks before anything is replaced (REG-14). */
export function SetupDraft({ form: { draft, question, answer } }: { form: SetupForm }) {
  const nowMs = useBrowserNow('halfMinute');
  const { restoredAt, other } = draft;
  return (
    <>
      {other && (
        <div className={classes.notice}>
          <AmberNotice
            label={texts.notice}
            icon={IconHistory}
            title={texts.otherTitle(shownName(other, other.serial.trim()))}
            actions={
              <>
                <Button variant="default" onClick={draft.keepThis}>
                  {texts.keepThis}
                </Button>
                <Button onClick={draft.useOther}>{texts.useOther}</Button>
              </>
            }
          >
            {texts.otherText} {formatAge(other.savedAt, nowMs)}.
          </AmberNotice>
        </div>
      )}
      {!other && restoredAt !== null && (
        <Card component="section" aria-label={texts.notice} className={`${classes.notice} ${classes.restored}`}>
          <IconHistory size={20} stroke={1.6} aria-hidden="true" />
          <p>
            {texts.restored} {formatAge(restoredAt, nowMs)}. {texts.secrets}
          </p>
        </Card>
      )}
      <ConfirmDialog
        isOpen={question !== null}
        title={question?.title ?? ''}
        confirmLabel={question?.confirmLabel ?? ''}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        {question?.text}
      </ConfirmDialog>
    </>
  );
}
