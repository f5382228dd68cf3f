import { failureWords } from '#lib/http/api.ts';
import { useFields } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { newEmailSchema } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { staffTexts } from '@trace/contract/support-staff/support-staff.list.texts';
import { supportResetTexts as texts } from '@trace/contract/support-staff/support-staff.reset.texts';
import { useSendPasswordReset } from './support-staff.queries.ts';

interface PasswordResetDialogProps {
  /** The address of the account that the page shows. */
  email?: string;
  onClose: () => void;
}

/** Password Reset Tool: support sends a link and never sees a password (SUPL-04). */
export function PasswordResetDialog({ email = '', onClose }: PasswordResetDialogProps) {
  const reset = useSendPasswordReset();
  const { form, field, submit, refuse } = useFields({
    initialValues: { email, endSessions: false },
    validate: { email: complaintOf },
  });
  const send = submit((values) =>
    reset.mutateAsync({ ...values, email: values.email.trim() }).then(onClose, (error: unknown) => void refuse(error)),
  );
  return (
    <Dialog isOpen title={texts.tool} text={texts.intro} isHeld={reset.isPending} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.email}
            type="email"
            required
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            {...field('email')}
          />
          <Checkbox
            label={texts.takeover}
            description={texts.takeoverHint}
            key={form.key('endSessions')}
            {...form.getInputProps('endSessions', { type: 'checkbox' })}
          />
          {reset.error && (
            <Alert color="red" role="alert" title={texts.failed}>
              {failureWords(reset.error)}
            </Alert>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {staffTexts.cancel}
          </Button>
          <Button type="submit" loading={reset.isPending}>
            {texts.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function complaintOf(email: string): string | null {
  if (email.trim() === '') return texts.missing;
  return newEmailSchema.safeParse(email).error?.issues[0]?.message ?? null;
}
