import { failureWords, isRefusal } from '#lib/http/api.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { useRef } from 'react';
import { useAnswerClaim } from './certification.queries.ts';

const texts = claimPageTexts;

/**
 * The target of the mail to the address on record (CERT-10). Only the buttons send an answer. `token` is empty without
 * a link.
 */
export function CertificationClaim({ token }: { token: string }) {
  const answer = useAnswerClaim();
  const isUnderWay = useRef(false);
  const isOver = token === '' || isRefusal(answer.error, 'gone');
  const isOpen = !isOver && !answer.isSuccess;

  const send = (given: 'yes' | 'no') => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    answer.mutate({ token, answer: given }, { onSettled: () => (isUnderWay.current = false) });
  };
  const isSending = (given: 'yes' | 'no') => answer.isPending && answer.variables.answer === given;

  return (
    <Stack gap="md">
      {isOpen && <Text>{texts.text}</Text>}
      {isOpen && <Text c="dimmed">{texts.effect}</Text>}
      {isOpen && (
        <Group gap="sm">
          <Button size="md" onClick={() => send('yes')} loading={isSending('yes')} disabled={isSending('no')}>
            {texts.yes}
          </Button>
          <Button
            size="md"
            variant="default"
            onClick={() => send('no')}
            loading={isSending('no')}
            disabled={isSending('yes')}
          >
            {texts.no}
          </Button>
        </Group>
      )}
      <div aria-live="polite">
        {answer.isSuccess && <Text fw={500}>{texts[answer.data.outcome]}</Text>}
        {isOver && <Text>{texts.over}</Text>}
        {isOpen && answer.isError && <Text>{failureWords(answer.error, texts.failed)}</Text>}
      </div>
    </Stack>
  );
}
