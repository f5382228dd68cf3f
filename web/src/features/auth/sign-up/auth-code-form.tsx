import { Button, Stack } from '@mantine/core';
import type { SecondStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { useState, type FormEvent, type ReactNode } from 'react';
import { AuthCodeField, readCode, type CodeKind } from './auth-code-field.tsx';
import { useFirstFocus } from '../sign-in/auth-first-focus.ts';

interface CodeFormProps {
  kind: CodeKind;
  label: string;
  /** Answers the words of a refusal, or null when the code was right. */
  onCode: (step: SecondStep) => Promise<string | null>;
  children?: ReactNode;
}

/** A code field and its button. An error appears at the field, whose text is selected for overwriting. */
export function AuthCodeForm({ kind, label, onCode, children }: CodeFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const input = useFirstFocus();

  const showError = (words: string) => {
    setError(words);
    input.current?.focus();
    input.current?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const read = readCode(kind, typed);
    if ('error' in read) return showError(read.error);
    setSending(true);
    const refused = await onCode(read.step);
    setSending(false);
    if (refused !== null) showError(refused);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <AuthCodeField
          kind={kind}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setError(null);
          }}
          error={error}
          inputRef={input}
        />
        {children}
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {label}
        </Button>
      </Stack>
    </form>
  );
}
