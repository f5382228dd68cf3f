import { TextInput } from '@mantine/core';
import { plainCode } from '@trace/contract/auth/factors/auth.second-factor.rules';
import {
  recoveryCodeSchema,
  totpCodeSchema,
  type SecondStep,
} from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import type { Ref } from 'react';
import classes from './auth-code-field.module.css';

export type CodeKind = 'code' | 'recoveryCode';

interface CodeFieldProps {
  kind: CodeKind;
  value: string;
  onChange: (typed: string) => void;
  error: string | null;
  inputRef?: Ref<HTMLInputElement>;
}

/** A code of the app, which the phone may fill in, or a recovery code; typed or pasted, with or without gaps. */
export function AuthCodeField({ kind, value, onChange, error, inputRef }: CodeFieldProps) {
  const isCode = kind === 'code';
  return (
    <TextInput
      ref={inputRef ?? null}
      label={isCode ? secondFactorTexts.code : secondFactorTexts.recoveryCode}
      required
      maxLength={32}
      inputMode={isCode ? 'numeric' : 'text'}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      autoCapitalize={isCode ? 'off' : 'characters'}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}

/** Returns the typed code in the server's form, or an error message. */
export function readCode(kind: CodeKind, typed: string): { step: SecondStep } | { error: string } {
  if (kind === 'code') {
    const code = plainCode(typed);
    return totpCodeSchema.safeParse(code).success ? { step: { code } } : { error: secondFactorTexts.codeMissing };
  }
  const recoveryCode = typed.trim();
  return recoveryCodeSchema.safeParse(recoveryCode).success
    ? { step: { recoveryCode } }
    : { error: secondFactorTexts.recoveryCodeMissing };
}
