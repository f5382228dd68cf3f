import { Input, Radio } from '@mantine/core';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useId } from 'react';
import type { SignUpValues } from './auth-sign-up-values.ts';
import classes from './auth-sign-up-type.module.css';

type UserType = SignUpValues['userType'];

const types = [
  { type: 'user', name: signUpTexts.user, text: signUpTexts.userText },
  { type: 'installer', name: signUpTexts.installer, text: signUpTexts.installerText },
] as const;

/** User or installer, asked first because the type determines the other fields. */
export function AuthSignUpType({ value, onChange }: { value: UserType; onChange: (type: UserType) => void }) {
  const labelId = useId();
  return (
    <div>
      <Input.Label component="span" id={labelId}>
        {signUpTexts.userType}
      </Input.Label>
      <Radio.Group
        value={value}
        onChange={(chosen) => onChange(chosen === 'installer' ? 'installer' : 'user')}
        aria-labelledby={labelId}
      >
        <div className={classes.pair}>
          {types.map(({ type, name, text }) => (
            <Radio.Card
              key={type}
              value={type}
              aria-label={name}
              className={classes.card ?? ''}
              // A single tab stop. The arrow keys choose.
              tabIndex={value === type ? 0 : -1}
            >
              <Radio.Indicator />
              <span>
                <span className={classes.name}>{name}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </div>
  );
}
