import { Input, TextInput } from '@mantine/core';
import { signUpTexts } from '@trace/contract/auth/auth.sign-up.texts';
import { useId, type Ref } from 'react';
import { AuthPhonePrefix } from './auth-phone-prefix.tsx';
import classes from './auth-phone-field.module.css';

interface PhoneFieldProps {
  country: string;
  number: string;
  error: string | undefined;
  numberRef: Ref<HTMLInputElement>;
  onCountry: (country: string) => void;
  onNumber: (number: string) => void;
}

/** Prefix and number (AUTH-05, AUTH-06); what is wrong stands under both. */
export function AuthPhoneField({ country, number, error, numberRef, onCountry, onNumber }: PhoneFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <Input.Label htmlFor={id} required>
        {signUpTexts.phone}
      </Input.Label>
      <div className={classes.pair}>
        <AuthPhonePrefix country={country} onChange={onCountry} />
        <TextInput
          id={id}
          ref={numberRef}
          required
          type="tel"
          autoComplete="tel-national"
          value={number}
          onChange={(event) => onNumber(event.currentTarget.value)}
          error={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </div>
      {error !== undefined && (
        <Input.Error id={errorId} mt={5}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
