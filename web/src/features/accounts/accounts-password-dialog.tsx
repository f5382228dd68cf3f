import { failureWords } from '#lib/http/api.ts';
import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { PASSWORD_MAX_LENGTH } from '@trace/contract/auth/auth.rules';
import { missingIn } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { AccountsDialog } from './accounts-dialog.tsx';
import { useChangePassword } from './accounts.queries.ts';

interface PasswordDialogProps {
  isOpen: boolean;
  email: string;
  onClose: () => void;
}

function checkPassword(password: string): string | null {
  if (password === '') return texts.passwordMissing;
  const lacks = missingIn(password).map((need) => signUpTexts.passwordNeeds[need]);
  return lacks.length > 0 ? signUpTexts.passwordLacks(lacks) : null;
}

/** Sets a new password, typed twice. All other sessions end (SET-04 SESS-05). */
export function AccountsPasswordDialog({ isOpen, email, onClose }: PasswordDialogProps) {
  const change = useChangePassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: {
      password: checkPassword,
      again: (again, { password }) => (again === password ? null : texts.passwordsDiffer),
    },
    onSubmitPreventDefault: 'always',
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.onSubmit(
    ({ password }) =>
      change.mutate(password, {
        onSuccess: close,
        onError: (error) => {
          form.setFieldError('password', failureWords(error));
          form.getInputNode('password')?.focus();
        },
      }),
    (errors) => form.getInputNode('password' in errors ? 'password' : 'again')?.focus(),
  );
  const toggle = { 'aria-label': authTexts.showPassword };
  return (
    <AccountsDialog
      isOpen={isOpen}
      title={texts.changePassword}
      text={texts.changePasswordText}
      submitLabel={texts.changePassword}
      isWorking={change.isPending}
      onSubmit={submit}
      onClose={close}
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={texts.newPassword}
        required
        maxLength={PASSWORD_MAX_LENGTH}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={texts.repeatPassword}
        required
        maxLength={PASSWORD_MAX_LENGTH}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        key={form.key('again')}
        {...form.getInputProps('again')}
      />
    </AccountsDialog>
  );
}
