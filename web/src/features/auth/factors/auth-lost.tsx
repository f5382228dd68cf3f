import { failureWords, isRefusal } from '#lib/http/api.ts';
import { formatExact } from '#lib/format.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, Card, Text, Title } from '@mantine/core';
import type { Removal } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { useAskRemoval } from './auth.second-factor.queries.ts';

/** Recovery without phone and codes (AUTH-18): asks staff to remove the second factor, and shows the state of the request. */
export function AuthLostSecondFactor({ removal, onEnded }: { removal: Removal | null; onEnded: () => void }) {
  const ask = useAskRemoval();
  const pending = ask.data?.removal ?? removal;
  const request = () =>
    ask.mutate(undefined, {
      onError: (error) => {
        showToast({ tone: 'failed', about: 'sign-in', text: failureWords(error, secondFactorTexts.lostFailed) });
        if (isRefusal(error, 'gone')) onEnded();
      },
    });

  return (
    <Card padding="md">
      <Title order={3} aria-live="polite">
        {pending === null ? secondFactorTexts.lostTitle : secondFactorTexts.lostAsked}
      </Title>
      <Text fz="sm" c="dimmed" mt={4}>
        {pending === null ? secondFactorTexts.lostText : wordsOf(pending)}
      </Text>
      {pending === null && (
        <Button variant="default" mt="sm" mr="auto" onClick={request} loading={ask.isPending}>
          {secondFactorTexts.lostAsk}
        </Button>
      )}
    </Card>
  );
}

function wordsOf({ effectiveAt, isApproved }: Removal): string {
  const when = formatExact(effectiveAt);
  return isApproved ? secondFactorTexts.lostApproved(when) : secondFactorTexts.lostWaiting(when);
}
