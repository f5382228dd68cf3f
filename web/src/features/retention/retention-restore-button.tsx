import { failureWords } from '#lib/http/api.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { retentionRules } from '@trace/contract/retention/retention.rules';
import { retentionTexts as texts } from '@trace/contract/retention/retention.texts';
import { useState } from 'react';
import { retentionRunsQuery, useRestoreArchive, type RestorationForm } from './retention.queries.ts';

/** Restores archived days of a device for its user. Only for staff with the admin flag (RET-01). */
export function RetentionRestoreButton() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useInfiniteQuery(retentionRunsQuery);
  const close = () => setOpen(false);
  if (data?.pages[0]?.mayRestore !== true) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.restore}
      </Button>
      <Dialog isOpen={isOpen} title={texts.restore} text={texts.restoreWhy} isTall onClose={close}>
        <RestoreForm onDone={close} />
      </Dialog>
    </>
  );
}

function RestoreForm({ onDone }: { onDone: () => void }) {
  const restore = useRestoreArchive();
  const { field, submit, refuse } = useFields<RestorationForm & Record<string, unknown>>({
    initialValues: { serialNumber: '', fromDay: '', untilDay: '', reason: '' },
    validate: {
      serialNumber: missing,
      fromDay: missing,
      untilDay: (day: string, { fromDay }: RestorationForm) => missing(day) ?? (day < fromDay ? texts.wrongDays : null),
      reason: missing,
    },
  });
  const send = submit(({ serialNumber, fromDay, untilDay, reason }) =>
    whenSettled(
      restore.mutateAsync(
        { serialNumber, fromDay, untilDay, reason },
        { onSuccess: onDone, onError: (error) => void refuse(error) },
      ),
    ),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <TextInput label={texts.serial} required data-autofocus autoComplete="off" {...field('serialNumber')} />
        <TextInput type="date" label={texts.fromDay} required {...field('fromDay')} />
        <TextInput type="date" label={texts.untilDay} required {...field('untilDay')} />
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          required
          autosize
          minRows={2}
          maxLength={retentionRules.reasonMaxLength}
          {...field('reason')}
        />
        {restore.error && (
          <Alert color="red" role="alert">
            {failureWords(restore.error)}
          </Alert>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={restore.isPending}>
          {texts.restoreNow}
        </Button>
      </DialogActions>
    </form>
  );
}

const missing = (value: string): string | null => (value.trim() === '' ? texts.missing : null);
