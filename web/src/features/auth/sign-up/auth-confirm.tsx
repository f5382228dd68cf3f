import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { plainCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useRef, useState, type FormEvent } from 'react';
import classes from './auth-confirm.module.css';
import { AuthConfirmSend } from './auth-confirm-send.tsx';
import { useFirstFocus } from '../sign-in/auth-first-focus.ts';
import { refusalWords } from '../sign-in/auth-refusal.ts';
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
  const { code, setCode, error, submit, isSending, input } = useCodeForm(onConfirmed);
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
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={error}
          />
          <Button type="submit" size="md" fullWidth loading={isSending}>
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
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useFirstFocus();
  const isUnderWay = useRef(false);

  const showError = (words: string) => {
    setError(words);
    input.current?.focus();
    input.current?.select();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    const plain = plainCode(code);
    if (plain === '') return showError(signUpTexts.codeMissing);
    isUnderWay.current = true;
    confirm.mutate(plain, {
      onSuccess: ({ email }) => onConfirmed(email),
      onError: (failure) => {
        showToast({ tone: 'failed', text: signUpTexts.confirmFailed });
        showError(refusalWords(failure, signUpTexts.confirmFailed));
      },
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };

  return {
    code,
    error,
    input,
    submit,
    isSending: confirm.isPending,
    setCode: (typed: string) => {
      setCode(typed);
      setError(null);
    },
  };
}
