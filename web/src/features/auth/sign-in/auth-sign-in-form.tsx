import { failureWords, isRefusal } from '#lib/http/api.ts';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PASSWORD_MAX_LENGTH } from '@trace/contract/auth/auth.rules';
import type { NextStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import type { Role } from '@trace/contract/kernel/roles';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useDesktopFocus } from './auth-first-focus.ts';
import { useRedirectAfterSignIn } from './auth-redirect.ts';
import { AuthPasskeySignIn } from '../factors/auth-passkey-sign-in.tsx';
import { useSignIn } from './auth.sign-in.queries.ts';

const AuthSecondStep = lazy(async () => ({
  default: (await import('../factors/auth-second-step.tsx')).AuthSecondStep,
}));

function checkEmail(email: string): string | null {
  if (email.trim() === '') return authTexts.emailMissing;
  return isEmailAddress(email.trim()) ? null : authTexts.emailInvalid;
}

interface AuthSignInFormProps {
  wanted: Role | null;
  email?: string;
  /** The label of the button. */
  label?: string;
  /** Shown under the password, but not under a second step. */
  children?: ReactNode;
}

/**
 * Email and password (AUTH-03), or a passkey, then the second step if enabled (AUTH-15). The first invalid field gets
 * the focus. `email` is prefilled.
 */
export function AuthSignInForm({ wanted, email = '', label = authTexts.signIn, children }: AuthSignInFormProps) {
  const signIn = useSignIn();
  const once = useSinglePress(signIn.isPending);
  const arrive = useRedirectAfterSignIn(wanted);
  // SUPL-01: the server admits only support staff at this door.
  const door = wanted === 'staff' ? 'support' : 'portal';
  const [next, setNext] = useState<NextStep | null>(null);
  const first = useDesktopFocus<HTMLInputElement>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: { email: checkEmail, password: (password) => (password === '' ? authTexts.passwordMissing : null) },
    onSubmitPreventDefault: 'always',
  });

  const focusFirstBad = (errors: typeof form.errors) => {
    const field = ['email', 'password'].find((name) => name in errors);
    if (field) form.getInputNode(field)?.focus();
  };

  const submit = form.onSubmit(
    ({ email, password }) =>
      once(() =>
        signIn.mutate(
          { email: email.trim(), password, door },
          {
            onSuccess: (answer) => ('person' in answer ? void arrive(answer.person) : setNext(answer.secondFactor)),
            onError: (error) => {
              // The code step takes the form's place.
              if (isRefusal(error, 'unconfirmed')) return;
              // Beside the toast (AUTH-03), which goes away. The words stay until the password is typed again.
              form.setFieldError('password', failureWords(error, authTexts.signInFailed));
              form.getInputNode('password')?.focus();
            },
          },
        ),
      ),
    focusFirstBad,
  );

  if (next !== null) {
    return (
      <Suspense fallback={<LoadingText />}>
        <AuthSecondStep next={next} onSignedIn={(person) => void arrive(person)} onBack={() => setNext(null)} />
      </Suspense>
    );
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            ref={first}
            label={authTexts.email}
            type="email"
            required
            maxLength={254}
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={authTexts.password}
            required
            maxLength={PASSWORD_MAX_LENGTH}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': authTexts.showPassword }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" mt="xs" fullWidth loading={signIn.isPending}>
            {label}
          </Button>
          <AuthPasskeySignIn door={door} onSignedIn={(person) => void arrive(person)} />
        </Stack>
      </form>
      {children}
    </>
  );
}
