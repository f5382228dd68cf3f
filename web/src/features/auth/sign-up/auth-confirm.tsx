import { failureWords } from '#lib/http/api.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { plainCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { showToast } from '#ui/dialogs/toast.tsx';
import classes from './auth-confirm.module.css';
import { AuthConfirmSend } from './auth-confirm-send.tsx';
import { broadcastConfirmed, useConfirmedElsewhere } from './auth-confirmed-elsewhere.ts';
import { useFirstFocus } from '../sign-in/auth-first-focus.ts';
import { useConfirm } from './auth.sign-up.queries.ts';

interface ConfirmProps {
  /** Where the code was sent to. */
  email: string;
  /** Told when the code went to another address. */
  onEmail: (email: string) => void;
  onConfirmed: (email: string) => void;
  onBack: () => void;
}

/** 'Confirm Your Account' (AUTH-10): the code of the email, typed or pasted, with or without its gap. */
export function AuthConfirm({ email, onEmail, onConfirmed, onBack }: ConfirmProps) {
  const { field, submit, isSubmitting } = useCodeForm((confirmed) => {
    broadcastConfirmed(confirmed);
    onConfirmed(confirmed);
  });
  useConfirmedElsewhere((confirmed) => {
    if (confirmed !== email) return;
    showToast({ tone: 'done', about: 'sign-up', text: signUpTexts.confirmed });
    onConfirmed(confirmed);
  });
  const input = useFirstFocus();
  return (
    <Stack gap="md">
      <Text className={classes.sentTo ?? ''}>{signUpTexts.codeSentTo(email)}</Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            ref={input}
            label={signUpTexts.code}
            description={entryTexts.codeHint}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            classNames={{ input: classes.code ?? '' }}
            {...field}
          />
          <Button type="submit" size="md" fullWidth loading={isSubmitting}>
            {signUpTexts.confirm}
          </Button>
        </Stack>
      </form>
      <AuthConfirmSend email={email} onEmail={onEmail} />
      <p className={classes.back}>
        <Anchor component="button" type="button" fz="sm" onClick={onBack}>
          {entryTexts.backToSignUp}
        </Anchor>
      </p>
    </Stack>
  );
}

function useCodeForm(onConfirmed: (email: string) => void) {
  const confirm = useConfirm();
  return useOneField({
    isOverwritten: true,
    check: (code) => (plainCode(code) === '' ? signUpTexts.codeMissing : null),
    onSubmit: async (code, refuse) => {
      try {
        const { email } = await confirm.mutateAsync(plainCode(code));
        onConfirmed(email);
      } catch (failure) {
        showToast({ tone: 'failed', about: 'sign-up', text: signUpTexts.confirmFailed });
        refuse(failureWords(failure, signUpTexts.confirmFailed));
      }
    },
  });
}
