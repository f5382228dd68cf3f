import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Textarea } from '@mantine/core';
import { ALL_HUBS, hubQueueRules as rules } from '@trace/contract/hub-queue/hub-queue.rules';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import { useState } from 'react';
import classes from './hub-queue.module.css';
import type { useRound } from './hub-queue.queries.ts';

const texts = hubQueueTexts.controls;

type Round = ReturnType<typeof useRound>;

/** Checks all hubs, after asking for the reason, which a failed check keeps. */
export function HubQueueCheckButton({ round }: { round: Round }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isChecking = round.isPending && round.variables.hubId === ALL_HUBS;
  return (
    <div className={classes.control}>
      <Button variant="default" disabled={round.isPending} onClick={() => setOpen(true)}>
        {isChecking ? texts.checking : texts.check}
      </Button>
      <p className={classes.hint}>{texts.checkHint}</p>
      <Dialog isOpen={isOpen} title={texts.checkTitle} text={texts.checkHint} onClose={close}>
        <ReasonForm round={round} onClose={close} />
      </Dialog>
    </div>
  );
}

function ReasonForm({ round, onClose }: { round: Round; onClose: () => void }) {
  const { field, submit } = useOneField({
    check: (reason) => (reason.trim().length < rules.reasonMinLength ? hubQueueTexts.missingReason : null),
    onSubmit: (reason) =>
      whenSettled(round.mutateAsync({ hubId: ALL_HUBS, reason: reason.trim() }, { onSuccess: onClose })),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={rules.reasonMaxLength}
        {...field}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={round.isPending}>
          {texts.check}
        </Button>
      </DialogActions>
    </form>
  );
}
