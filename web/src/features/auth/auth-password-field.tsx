import { PasswordInput } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { missingIn, passwordNeeds } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { useState, type Ref } from 'react';
import classes from './auth-password-field.module.css';

interface PasswordFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChange: (password: string) => void;
}

/** A field for a new password that ticks off the requirements while typing (AUTH-08). */
export function AuthPasswordField({ label, value, error, inputRef, onChange }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      ref={inputRef}
      label={label}
      required
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      visible={isShown}
      onVisibilityChange={setShown}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<PasswordNeeds password={value} />}
      descriptionProps={{ component: 'div' }}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? entryTexts.hidePassword : authTexts.showPassword,
        tabIndex: 0,
      }}
    />
  );
}

function PasswordNeeds({ password }: { password: string }) {
  const missing = missingIn(password);
  return (
    <ul className={classes.needs} aria-label={entryTexts.passwordNeeds}>
      {passwordNeeds.map((need) => (
        <PasswordNeedLine key={need} text={signUpTexts.passwordNeeds[need]} isMet={!missing.includes(need)} />
      ))}
    </ul>
  );
}

function PasswordNeedLine({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? IconCheck : IconCircle;
  return (
    <li data-met={isMet}>
      <Icon
        size={15}
        stroke={isMet ? 2.4 : 1.8}
        role="img"
        aria-label={isMet ? entryTexts.needMet : entryTexts.needOpen}
      />
      <span>{text}</span>
    </li>
  );
}
