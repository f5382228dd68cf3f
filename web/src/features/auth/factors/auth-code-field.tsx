import { TextInput } from '@mantine/core';
import { plainCode } from '@trace/contract/auth/factors/auth.second-factor.rules';
import { secondStepSchema, type SecondStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import type { ComponentProps } from 'react';
import classes from './auth-code-field.module.css';

export type CodeKind = 'code' | 'recoveryCode';

interface CodeFieldProps extends ComponentProps<typeof TextInput> {
  kind: CodeKind;
}

/** A code of the app, which the phone may fill in, or a recovery code; typed or pasted, with or without gaps. */
export function AuthCodeField({ kind, ...field }: CodeFieldProps) {
  const isCode = kind === 'code';
  return (
    <TextInput
      label={isCode ? secondFactorTexts.code : secondFactorTexts.recoveryCode}
      required
      maxLength={32}
      inputMode={isCode ? 'numeric' : 'text'}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      autoCapitalize={isCode ? 'off' : 'characters'}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      {...field}
    />
  );
}

/** Returns the typed code in the server's form. */
export function readCode(kind: CodeKind, typed: string): SecondStep {
  return kind === 'code' ? { code: plainCode(typed) } : { recoveryCode: typed.trim() };
}

/** Returns the reason why the typed code is wrong, or null. */
export function checkCode(kind: CodeKind, typed: string): string | null {
  if (secondStepSchema.safeParse(readCode(kind, typed)).success) return null;
  return kind === 'code' ? secondFactorTexts.codeMissing : secondFactorTexts.recoveryCodeMissing;
}
