import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useId } from 'react';
import classes from './auth-sign-up-submit.module.css';

interface SubmitProps {
  label: string;
  /** What holds the sign-up back; empty when it may be sent. */
  reasons: readonly HoldBack[];
  isSending: boolean;
}

/** AUTH-16: what can hold a sign-up back, in the order of the screen. */
export type HoldBack = 'certification' | 'terms';

const words: Record<HoldBack, string> = {
  certification: signUpTexts.certificationRequired,
  terms: signUpTexts.termsRequired,
};

/** The button and, under it, why it is off. It stays within reach of the keyboard, so that the reason is read aloud. */
export function AuthSignUpSubmit({ label, reasons, isSending }: SubmitProps) {
  const reasonsId = useId();
  const isHeldBack = reasons.length > 0;
  return (
    <div>
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={isSending}
        {...(isHeldBack && { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonsId })}
      >
        {label}
      </Button>
      <div id={reasonsId} className={classes.reasons} role="status">
        {reasons.map((reason) => (
          <p key={reason}>
            <IconLock size={15} stroke={1.8} aria-hidden="true" />
            <span>{words[reason]}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
