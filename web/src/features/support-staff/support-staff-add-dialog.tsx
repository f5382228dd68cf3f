import { failureWords } from '#lib/http/api.ts';
import { checkAllBy, useFields } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { newStaffSchema } from '@trace/contract/support-staff/support-staff.schema';
import { useAddStaff } from './support-staff.queries.ts';

/** Adds staff by name and email. The email of the portal lets the person choose a password. */
export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const add = useAddStaff();
  const { field, submit, refuse } = useFields({
    initialValues: { firstName: '', lastName: '', email: '' },
    validate: checkAllBy(newStaffSchema),
  });
  const send = submit((values) =>
    add.mutateAsync(newStaffSchema.parse(values)).then(onClose, (error: unknown) => void refuse(error)),
  );
  return (
    <Dialog isOpen title={texts.addTitle} text={texts.addIntro} isHeld={add.isPending} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput label={texts.firstName} required data-autofocus autoComplete="off" {...field('firstName')} />
          <TextInput label={texts.lastName} required autoComplete="off" {...field('lastName')} />
          <TextInput label={texts.email} required type="email" autoComplete="off" {...field('email')} />
          {add.error && (
            <Alert color="red" role="alert" title={texts.addFailed}>
              {failureWords(add.error)}
            </Alert>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {texts.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
