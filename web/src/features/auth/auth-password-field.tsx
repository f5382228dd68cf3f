import { PasswordInput } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { missingIn, passwordNeeds } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { useState, type ComponentProps } from 'react';
import classes from './auth-password-field.module.css';

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & { value?: string };

/** A field for a new password that ticks off the requirements while typing (AUTH-08). */
export function AuthPasswordField({ value = '', ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      required
      autoComplete="new-password"
      value={value}
      visible={isShown}
      onVisibilityChange={setShown}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<PasswordNeeds password={value} />}
      descriptionProps={{ component: 'div' }}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? entryTexts.hidePassword : authTexts.showPassword,
        tabIndex: 0,
      }}
      {...field}
    />
  );
}

/** Returns the unmet requirements as the reason why the password is wrong, or null. */
export function checkPasswordNeeds(password: string): string | null {
  const lacks = missingIn(password).map((need) => signUpTexts.passwordNeeds[need]);
  return lacks.length > 0 ? signUpTexts.passwordLacks(lacks) : null;
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
