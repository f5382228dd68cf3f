import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { useAddCertification } from './certification.managed.queries.ts';

const atStart = { number: '', fullName: '', email: '', lastDay: '', mayChange: false };

/** The server checks the rest, and names the column in its refusal. */
const checkNothingMore = Number.POSITIVE_INFINITY;

/** Adds one certification (CERT-08). */
export function AddCertificationDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, isPending, error } = useAddCertification();
  const { field, form, submit, refuse } = useFields({
    initialValues: atStart,
    validate: {
      number: (text) => complaintOf(text, checkNothingMore, texts.numberMissing, ''),
      fullName: (text) => complaintOf(text, checkNothingMore, texts.nameMissing, ''),
      email: (text) => (isEmailAddress(text.trim()) ? null : texts.emailInvalid),
    },
  });
  const send = submit(({ lastDay, ...values }) =>
    whenSettled(
      mutateAsync(
        { ...values, lastDay: lastDay === '' ? null : lastDay },
        { onSuccess: onClose, onError: (failure) => void refuse(failure) },
      ),
    ),
  );
  return (
    <Dialog isOpen isTall size="md" title={texts.add} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput label={texts.numberLabel} required data-autofocus autoComplete="off" {...field('number')} />
          <TextInput label={texts.fullName} required autoComplete="off" {...field('fullName')} />
          <TextInput type="email" label={texts.email} required autoComplete="off" {...field('email')} />
          <TextInput type="date" label={texts.lastDay} description={texts.lastDayHint} {...field('lastDay')} />
          <Checkbox label={texts.mayChange} {...form.getInputProps('mayChange', { type: 'checkbox' })} />
          {error && (
            <OutcomeLine tone="bad" title={texts.addFailed}>
              {failureWords(error)}
            </OutcomeLine>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
