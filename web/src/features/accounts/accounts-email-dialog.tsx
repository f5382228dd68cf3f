import { failureWords } from '#lib/http/api.ts';
import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { emailChangeRules } from '@trace/contract/accounts/accounts.rules';
import { plainCode } from '@trace/contract/auth/factors/auth.second-factor.rules';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { useState } from 'react';
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
  const [isAskingAgain, setAskingAgain] = useState(false);
  const close = () => {
    setAskingAgain(false);
    onClose();
  };
  if (nextEmail === null || isAskingAgain)
    return <AskStep isOpen={isOpen} nextEmail={nextEmail} onSent={() => setAskingAgain(false)} onClose={close} />;
  return (
    <CodeStep
      key={nextEmail}
      isOpen={isOpen}
      nextEmail={nextEmail}
      onAskAgain={() => setAskingAgain(true)}
      onClose={close}
    />
  );
}

function AskStep({ isOpen, nextEmail, onSent, onClose }: EmailDialogProps & { onSent: () => void }) {
  const change = useChangeEmail();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: nextEmail ?? '' },
    validate: { email: (email) => (isEmailAddress(email.trim()) ? null : texts.emailInvalid) },
    onSubmitPreventDefault: 'always',
  });
  const focusField = () => form.getInputNode('email')?.focus();
  const submit = form.onSubmit(
    ({ email }) =>
      change.mutate(email.trim(), {
        onSuccess: onSent,
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

interface CodeStepProps extends EmailDialogProps {
  nextEmail: string;
  onAskAgain: () => void;
}

function CodeStep({ isOpen, nextEmail, onAskAgain, onClose }: CodeStepProps) {
  const confirm = useConfirmEmail();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: {
      code: (code) => (plainCode(code).length === emailChangeRules.codeLength ? null : texts.codeMissing),
    },
    onSubmitPreventDefault: 'always',
  });
  const fail = (error: unknown) => {
    form.setFieldError('code', failureWords(error));
    form.getInputNode('code')?.focus();
  };
  const submit = form.onSubmit(
    ({ code }) => confirm.mutate(plainCode(code), { onSuccess: onClose, onError: fail }),
    () => form.getInputNode('code')?.focus(),
  );
  return (
    <AccountsDialog
      isOpen={isOpen}
      title={texts.changeEmail}
      text={texts.codeSent(nextEmail)}
      submitLabel={texts.confirmEmail}
      isWorking={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.code}
        required
        inputMode="numeric"
        // A code may be pasted with gaps.
        maxLength={32}
        autoComplete="one-time-code"
        data-autofocus
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <div>
        <Anchor component="button" type="button" fz="sm" onClick={onAskAgain}>
          {texts.newCode}
        </Anchor>
      </div>
    </AccountsDialog>
  );
}
