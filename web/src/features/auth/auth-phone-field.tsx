import { Input } from '@mantine/core';
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
  return (
    <Input.Wrapper id={useId()} label={signUpTexts.phone} required error={error}>
      <div className={classes.pair}>
        <AuthPhonePrefix country={country} onChange={onCountry} />
        <Input
          ref={numberRef}
          required
          type="tel"
          autoComplete="tel-national"
          value={number}
          onChange={(event) => onNumber(event.currentTarget.value)}
          error={error}
        />
      </div>
    </Input.Wrapper>
  );
}
