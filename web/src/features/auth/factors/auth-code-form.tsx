import { useOneField } from '#ui/controls/one-field.ts';
import { Button, Stack } from '@mantine/core';
import type { SecondStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import type { ReactNode } from 'react';
import { AuthCodeField, checkCode, readCode, type CodeKind } from './auth-code-field.tsx';
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
  const input = useFirstFocus();
  const { field, submit, isSubmitting } = useOneField({
    isOverwritten: true,
    check: (typed) => checkCode(kind, typed),
    onSubmit: async (typed, refuse) => {
      const refused = await onCode(readCode(kind, typed));
      if (refused !== null) refuse(refused);
    },
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <AuthCodeField kind={kind} ref={input} {...field} />
        {children}
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          {label}
        </Button>
      </Stack>
    </form>
  );
}
