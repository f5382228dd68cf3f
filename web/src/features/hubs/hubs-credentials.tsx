import { Button, PasswordInput, TextInput } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { hubRules } from '@trace/contract/hubs/hubs.rules';
import { hubsTexts as texts } from '@trace/contract/hubs/hubs.texts';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { HubChoiceState, HubCredentialField } from './hubs-choice.ts';
import classes from './hubs-part.module.css';

interface HubsCredentialsProps {
  choice: HubChoiceState;
  usernameRef: Ref<HTMLInputElement>;
}

/** Username and password of the hub service, and a code if the service asks for one. */
export function HubsCredentials({ choice, usernameRef }: HubsCredentialsProps) {
  const [isShown, setShown] = useState(false);
  const reasonId = useId();
  const { state, isReady, isVerifying } = choice;
  const verify = () => choice.verify();
  const field = (name: HubCredentialField) => ({
    value: state.typed[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => choice.type(name, event.currentTarget.value),
    onKeyDown: onEnter(verify),
    readOnly: isVerifying,
    spellCheck: false,
  });
  return (
    <div className={classes.credentials}>
      <TextInput
        ref={usernameRef}
        data-autofocus
        label={texts.username}
        required
        autoComplete="off"
        autoCapitalize="off"
        maxLength={hubRules.usernameMaxLength}
        {...field('username')}
      />
      <PasswordInput
        label={texts.password}
        required
        // Keeps the browser from filling in the user's portal password for the hub account.
        autoComplete="new-password"
        maxLength={hubRules.passwordMaxLength}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? entryTexts.hidePassword : authTexts.showPassword,
          tabIndex: 0,
        }}
        {...field('password')}
      />
      {state.isCodeAsked && <CodeField {...field('code')} error={state.codeComplaint} />}
      <Button
        variant="default"
        className={classes.verify ?? ''}
        loading={isVerifying}
        disabled={!isReady}
        aria-describedby={isReady ? undefined : reasonId}
        onClick={verify}
      >
        {state.verified ? texts.verifyAgain : texts.verify}
      </Button>
      {!isReady && (
        <p id={reasonId} className={classes.reason}>
          {texts.missing}
        </p>
      )}
    </div>
  );
}

interface CodeFieldProps {
  value: string;
  error: string | null;
  readOnly: boolean;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The field appears when the hub service asks for a code, and takes the focus (HUB-06). */
function CodeField(props: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextInput
      ref={input}
      label={texts.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      classNames={{ input: classes.code ?? '' }}
      {...props}
    />
  );
}

/** Enter submits this part, not the form around the part. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};
