import { failureWords } from '#lib/http/api.ts';
import { checkAllBy, useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { newStaffSchema, type StaffMember } from '@trace/contract/support-staff/support-staff.schema';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { useCorrectStaffEmail } from './support-staff.queries.ts';

const schema = newStaffSchema.pick({ email: true });

/** Corrects the mistyped address of invited staff and sends a new link. */
export function CorrectStaffEmailDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { mutateAsync, isPending, error, reset } = useCorrectStaffEmail(member);
  const { field, submit, refuse } = useFields({
    initialValues: { email: member.email },
    validate: checkAllBy(schema),
  });
  const send = submit((values) =>
    whenSettled(
      mutateAsync(schema.parse(values).email, {
        onSuccess: onClose,
        // The field shows the reason, so the line below the field is hidden.
        onError: (failure) => {
          if (refuse(failure)) reset();
        },
      }),
    ),
  );
  return (
    <Dialog
      isOpen
      title={texts.correctTitle(member.fullName)}
      text={texts.correctIntro}
      isHeld={isPending}
      onClose={onClose}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput label={texts.email} required type="email" data-autofocus autoComplete="off" {...field('email')} />
          {error && (
            <OutcomeLine tone="bad" title={texts.correctFailed}>
              {failureWords(error)}
            </OutcomeLine>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.correctSend}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
