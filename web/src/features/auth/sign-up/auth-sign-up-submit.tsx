import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useId } from 'react';
import classes from './auth-sign-up-submit.module.css';

interface SubmitProps {
  label: string;
  /** The reasons that block the sign-up. Empty when the form can be sent. */
  reasons: readonly BlockReason[];
  isSending: boolean;
}

/** AUTH-16: the reasons that can block a sign-up, in the order of the screen. */
export type BlockReason = 'certification' | 'terms';

const words: Record<BlockReason, string> = {
  certification: signUpTexts.certificationRequired,
  terms: signUpTexts.termsRequired,
};

/**
 * The button and, below, the reasons why the button is disabled. The button stays focusable, so that screen readers
 * read the reasons aloud.
 */
export function AuthSignUpSubmit({ label, reasons, isSending }: SubmitProps) {
  const reasonsId = useId();
  const isBlocked = reasons.length > 0;
  return (
    <div>
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={isSending}
        {...(isBlocked && { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonsId })}
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
