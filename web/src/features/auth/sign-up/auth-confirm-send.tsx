import { failureWords } from '#lib/http/api.ts';
import { useBrowserNow } from '#lib/now.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, TextInput } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useState } from 'react';
import classes from './auth-confirm.module.css';
import { useFirstFocus } from '../sign-in/auth-first-focus.ts';
import { useSendCode } from './auth.sign-up.queries.ts';

/** Delivery takes a moment. An earlier second request would only invalidate the code that is on its way. */
const SEND_PAUSE_MS = 30 * SECOND_MS;

interface ConfirmSendProps {
  email: string;
  onEmail: (email: string) => void;
}

/** Sends the code again, to the same address or to a corrected address (AUTH-10). */
export function AuthConfirmSend({ email, onEmail }: ConfirmSendProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const [sentAt, setSentAt] = useState(() => Date.now());
  const sendCode = useSendCode();

  const sent = (codeSentTo: string) => {
    setSentAt(Date.now());
    setCorrecting(false);
    onEmail(codeSentTo);
  };

  if (isCorrecting) return <CorrectAddress email={email} onSent={sent} onClose={() => setCorrecting(false)} />;
  return (
    <div className={classes.send}>
      <SendAgain
        key={sentAt}
        sentAt={sentAt}
        isSending={sendCode.isPending}
        onSend={() =>
          sendCode.mutate(null, {
            onSuccess: ({ codeSentTo }) => sent(codeSentTo),
            onError: (error) =>
              showToast({ tone: 'failed', about: 'sign-up', text: failureWords(error, entryTexts.sendFailed) }),
          })
        }
      />
      <Button variant="subtle" size="sm" onClick={() => setCorrecting(true)}>
        {signUpTexts.correctAddress}
      </Button>
    </div>
  );
}

function SendAgain({ sentAt, isSending, onSend }: { sentAt: number; isSending: boolean; onSend: () => void }) {
  const now = useBrowserNow('second');
  const waitSec = Math.ceil((sentAt + SEND_PAUSE_MS - now) / SECOND_MS);
  const isTooEarly = waitSec > 0;
  return (
    <Button
      variant="subtle"
      size="sm"
      loading={isSending}
      onClick={isTooEarly ? undefined : onSend}
      {...(isTooEarly && { 'data-disabled': true, 'aria-disabled': true })}
    >
      {isTooEarly ? entryTexts.sendAgainIn(waitSec) : signUpTexts.sendAgain}
    </Button>
  );
}

interface CorrectAddressProps {
  email: string;
  onSent: (codeSentTo: string) => void;
  onClose: () => void;
}

function CorrectAddress({ email, onSent, onClose }: CorrectAddressProps) {
  const sendCode = useSendCode();
  const input = useFirstFocus();
  const { field, submit } = useOneField({
    initial: email,
    check: (typed) => (isEmailAddress(typed.trim()) ? null : signUpTexts.emailInvalid),
    onSubmit: (typed, refuse) =>
      whenSettled(
        sendCode.mutateAsync(typed.trim(), {
          onSuccess: ({ codeSentTo }) => onSent(codeSentTo),
          onError: (failure) => refuse(failureWords(failure, entryTexts.sendFailed)),
        }),
      ),
  });

  return (
    <form onSubmit={submit} noValidate className={classes.address}>
      <TextInput ref={input} label={entryTexts.newAddress} type="email" autoComplete="email" required {...field} />
      <Button type="submit" variant="light" loading={sendCode.isPending}>
        {signUpTexts.useAddress}
      </Button>
      <Button variant="default" onClick={onClose}>
        {entryTexts.keepAddress}
      </Button>
    </form>
  );
}
