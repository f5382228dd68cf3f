import { failureWords } from '#lib/http/api.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { useFirstFocus } from './auth-first-focus.ts';
import { useRequestReset } from './auth.reset.queries.ts';
import classes from '../sign-up/auth-confirm.module.css';

/** Requests a link for a reset (AUTH-12). The answer never reveals whether the address has an account. */
export function AuthForgotten({ onBack }: { onBack: () => void }) {
  const request = useRequestReset();
  return (
    <Stack gap="md">
      {request.isSuccess ? (
        <div role="status">
          <Text fw={600}>{resetTexts.sentTitle}</Text>
          <Text mt={4} c="dimmed">
            {resetTexts.sent}
          </Text>
        </div>
      ) : (
        <ForgottenForm request={request} />
      )}
      <p className={classes.back}>
        <Anchor component="button" type="button" fz="sm" onClick={onBack}>
          {resetTexts.back}
        </Anchor>
      </p>
    </Stack>
  );
}

function ForgottenForm({ request }: { request: ReturnType<typeof useRequestReset> }) {
  const input = useFirstFocus();
  const { field, submit } = useOneField({
    check: (email) => (isEmailAddress(email.trim()) ? null : signUpTexts.emailInvalid),
    onSubmit: (email, refuse) =>
      whenSettled(
        request.mutateAsync(email.trim(), {
          onError: (failure) => {
            showToast({ tone: 'failed', about: 'sign-in', text: resetTexts.sendFailed });
            refuse(failureWords(failure, resetTexts.sendFailed));
          },
        }),
      ),
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{resetTexts.intro}</Text>
        <TextInput ref={input} label={resetTexts.email} type="email" autoComplete="username" required {...field} />
        <Button type="submit" size="md" fullWidth loading={request.isPending}>
          {resetTexts.send}
        </Button>
      </Stack>
    </form>
  );
}
