import { Input } from '@mantine/core';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useId, type Ref } from 'react';
import { PhonePrefix } from './phone-prefix.tsx';
import classes from './phone-field.module.css';

interface PhoneFieldProps {
  country: string;
  number: string;
  error: string | undefined;
  isRequired?: boolean;
  numberRef: Ref<HTMLInputElement>;
  onCountry: (country: string) => void;
  onNumber: (number: string) => void;
}

/** Prefix and number (AUTH-05, AUTH-06). The error appears under both fields. */
export function PhoneField({ isRequired = true, country, number, error, ...props }: PhoneFieldProps) {
  const { numberRef, onCountry, onNumber } = props;
  return (
    <Input.Wrapper id={useId()} label={signUpTexts.phone} required={isRequired} error={error}>
      <div className={classes.pair}>
        <PhonePrefix country={country} onChange={onCountry} />
        <Input
          ref={numberRef}
          required={isRequired}
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
