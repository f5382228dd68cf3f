import { failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, Divider } from '@mantine/core';
import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import type { Door, Person } from '@trace/contract/auth/auth.schema';
import { ApiError } from '@trace/contract/kernel/client';
import { IconKey } from '@tabler/icons-react';
import { canUsePasskeys } from './auth-passkey-device.ts';
import { useSignInWithPasskey } from './auth.passkeys.queries.ts';

interface PasskeySignInProps {
  door: Door;
  onSignedIn: (person: Person) => void;
}

/** 'Sign in with a passkey' (AUTH-15), where this browser and this address can. */
export function AuthPasskeySignIn({ door, onSignedIn }: PasskeySignInProps) {
  const signIn = useSignInWithPasskey(door);
  if (!canUsePasskeys()) return null;
  const press = () =>
    signIn.mutate(undefined, {
      onSuccess: ({ person }) => onSignedIn(person),
      onError: (error) => showToast({ tone: 'failed', about: 'sign-in', text: passkeyFailure(error) }),
    });
  return (
    <>
      <Divider label={passkeyTexts.or} />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconKey size={18} aria-hidden="true" />}
        loading={signIn.isPending}
        onClick={press}
      >
        {passkeyTexts.signIn}
      </Button>
    </>
  );
}

/** Returns the server's message, or that the passkey prompt was not completed. */
export function passkeyFailure(error: unknown, otherwise: string = passkeyTexts.notDone): string {
  return error instanceof ApiError ? failureWords(error, otherwise) : otherwise;
}
