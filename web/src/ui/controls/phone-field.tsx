import { Input } from '@mantine/core';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { PhonePrefix } from './phone-prefix.tsx';
import classes from './phone-field.module.css';

export interface TypedPhone {
  country: string;
  number: string;
}

interface PhoneFieldProps extends Pick<ComponentProps<'input'>, 'onFocus' | 'onBlur'> {
  isRequired?: boolean;
  value?: TypedPhone;
  error?: ReactNode;
  onChange?: (change: (phone: TypedPhone) => TypedPhone) => void;
}

/** Prefix and number (AUTH-05, AUTH-06). The error appears under both fields. */
export function PhoneField({ isRequired = true, value, error, onChange, ...field }: PhoneFieldProps) {
  return (
    <Input.Wrapper id={useId()} label={signUpTexts.phone} required={isRequired} error={error}>
      <div className={classes.pair}>
        <PhonePrefix
          country={value?.country ?? ''}
          onChange={(country) => onChange?.((phone) => ({ ...phone, country }))}
        />
        <Input
          required={isRequired}
          type="tel"
          autoComplete="tel-national"
          value={value?.number ?? ''}
          onChange={({ currentTarget: { value: number } }) => onChange?.((phone) => ({ ...phone, number }))}
          error={error}
          {...field}
        />
      </div>
    </Input.Wrapper>
  );
}
