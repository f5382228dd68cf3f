import { failureWords } from '#lib/http/api.ts';
import { paths } from '#lib/paths.ts';
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { useCancelRemoval } from './auth.second-factor.queries.ts';

/**
 * The target of the link in the mail about a request to remove the second factor (AUTH-18). Only the button cancels the
 * request. `token` is empty when the address held none.
 */
export function AuthKeepSecondStep({ token }: { token: string }) {
  return (
    <AuthFrame title={secondFactorTexts.cancelTitle} foot={<Link to={paths.signIn}>{authTexts.signIn}</Link>}>
      {token === '' ? <Text role="alert">{secondFactorTexts.cancelIncomplete}</Text> : <KeepSecondStep token={token} />}
    </AuthFrame>
  );
}

function KeepSecondStep({ token }: { token: string }) {
  const cancel = useCancelRemoval();
  return (
    <Stack gap="md" align="flex-start">
      {!cancel.isSuccess && <Text>{secondFactorTexts.cancelText}</Text>}
      {!cancel.isSuccess && (
        <Button size="md" onClick={() => cancel.mutate(token)} loading={cancel.isPending}>
          {secondFactorTexts.cancelAction}
        </Button>
      )}
      <div aria-live="polite">
        {cancel.isSuccess && <Text fw={500}>{secondFactorTexts.cancelled}</Text>}
        {cancel.isSuccess && <Text c="dimmed">{secondFactorTexts.cancelAdvice}</Text>}
        {cancel.isError && <Text>{failureWords(cancel.error, secondFactorTexts.cancelFailed)}</Text>}
      </div>
    </Stack>
  );
}
