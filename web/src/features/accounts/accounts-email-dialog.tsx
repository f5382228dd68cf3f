import { failureWords } from '#lib/http/api.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { emailChangeRules } from '@trace/contract/accounts/accounts.rules';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { AccountsDialog } from './accounts-dialog.tsx';
import { useChangeEmail, useConfirmEmail } from './accounts.queries.ts';

interface EmailDialogProps {
  isOpen: boolean;
  /** The new address that waits for its code. */
  nextEmail: string | null;
  onClose: () => void;
}

/** A new e-mail address in two steps: the address, then the code that was sent there (SET-04). */
export function AccountsEmailDialog({ isOpen, nextEmail, onClose }: EmailDialogProps) {
  if (nextEmail === null) return <AskStep isOpen={isOpen} onClose={onClose} />;
  return <CodeStep key={nextEmail} isOpen={isOpen} nextEmail={nextEmail} onClose={onClose} />;
}

function AskStep({ isOpen, onClose }: Omit<EmailDialogProps, 'nextEmail'>) {
  const change = useChangeEmail();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (email) => (isEmailAddress(email.trim()) ? null : texts.emailInvalid) },
    onSubmitPreventDefault: 'always',
  });
  const focusField = () => form.getInputNode('email')?.focus();
  const submit = form.onSubmit(
    ({ email }) =>
      change.mutate(email.trim(), {
        onError: (error) => {
          form.setFieldError('email', failureWords(error));
          focusField();
        },
      }),
    focusField,
  );
  return (
    <AccountsDialog
      isOpen={isOpen}
      title={texts.changeEmail}
      text={texts.changeEmailText}
      submitLabel={texts.sendCode}
      isWorking={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.newEmail}
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        data-autofocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
    </AccountsDialog>
  );
}

function CodeStep({ isOpen, nextEmail, onClose }: EmailDialogProps & { nextEmail: string }) {
  const confirm = useConfirmEmail();
  const change = useChangeEmail();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: {
      code: (code) => (code.trim().length === emailChangeRules.codeLength ? null : texts.codeMissing),
    },
    onSubmitPreventDefault: 'always',
  });
  const fail = (error: unknown) => {
    form.setFieldError('code', failureWords(error));
    form.getInputNode('code')?.focus();
  };
  const submit = form.onSubmit(
    ({ code }) => confirm.mutate(code.trim(), { onSuccess: onClose, onError: fail }),
    () => form.getInputNode('code')?.focus(),
  );
  return (
    <AccountsDialog
      isOpen={isOpen}
      title={texts.changeEmail}
      text={texts.codeSent(nextEmail)}
      submitLabel={texts.confirmEmail}
      isWorking={confirm.isPending || change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.code}
        required
        inputMode="numeric"
        maxLength={emailChangeRules.codeLength}
        autoComplete="one-time-code"
        data-autofocus
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </AccountsDialog>
  );
}
