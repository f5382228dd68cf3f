import { failureWords, isRefusal } from '#lib/http/api.ts';
import { paths } from '#lib/paths.ts';
import { homeOf, replaceSession, sessionQuery } from '#lib/session/session.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { forgottenState } from './auth-entry-state.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthPasswordField, checkPasswordNeeds } from '../auth-password-field.tsx';
import { useResetPassword } from './auth.reset.queries.ts';

/** Where the link of a reset leads (AUTH-12). `token` is empty when the address held none. */
export function AuthReset({ token }: { token: string }) {
  const reset = useResetPassword();
  const isOver = token === '' || isRefusal(reset.error, 'gone');
  return (
    <AuthFrame title={resetTexts.newTitle} foot={<Link to={paths.signIn}>{resetTexts.back}</Link>}>
      {isOver ? <LinkOver /> : <NewPasswordForm token={token} reset={reset} />}
    </AuthFrame>
  );
}

function LinkOver() {
  return (
    <>
      <Text role="alert" mb="lg">
        {resetTexts.linkOver}
      </Text>
      <Button component={Link} to={paths.signIn} state={forgottenState} size="md">
        {resetTexts.requestNew}
      </Button>
    </>
  );
}

function NewPasswordForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const saved = async () => {
    // The reset ends all sessions of its account. This browser may be signed in to another account.
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
    const person = session?.person ?? null;
    if (person !== null) {
      await navigate({ to: homeOf(person.userType), replace: true });
      showToast({ tone: 'done', about: 'sign-in', text: resetTexts.savedOther(person.email) });
      return;
    }
    replaceSession(queryClient, null);
    await navigate({ to: paths.signIn, replace: true });
    showToast({ tone: 'done', about: 'sign-in', text: resetTexts.saved });
  };

  const { field, submit } = useOneField({
    check: checkPasswordNeeds,
    onSubmit: (password, refuse) =>
      whenSettled(
        reset.mutateAsync(
          { token, password },
          {
            onSuccess: () => void saved(),
            onError: (failure) => {
              showToast({ tone: 'failed', about: 'sign-in', text: resetTexts.saveFailed });
              refuse(failureWords(failure, resetTexts.saveFailed));
            },
          },
        ),
      ),
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{resetTexts.everySessionEnds}</Text>
        <AuthPasswordField label={resetTexts.newPassword} {...field} />
        <Button type="submit" size="md" fullWidth loading={reset.isPending}>
          {resetTexts.save}
        </Button>
      </Stack>
    </form>
  );
}
