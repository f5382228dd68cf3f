import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ConsentPage } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { consentTexts as texts } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.texts';
import { useState } from 'react';
import { useAnswerConsent } from './panic-contacts.consent.queries.ts';

interface InvitationProps {
  token: string;
  page: Extract<ConsentPage, { kind: 'invitation' }>;
}

/** Names the asker and the consequences before the answer. Monthly tests are a separate choice. */
export function PanicContactsInvitation({ token, page: { asker, by } }: InvitationProps) {
  const answer = useAnswerConsent(token);
  const [allowsDrills, setAllowsDrills] = useState(false);
  const once = useSinglePress(answer.isPending);
  const send = (agrees: boolean) => once(() => answer.mutate({ agrees, allowsDrills }));
  const isSending = (agrees: boolean) => answer.isPending && answer.variables.agrees === agrees;
  return (
    <Stack gap="md">
      <Text fw={500}>{texts.asks(asker)}</Text>
      <Text c="dimmed">
        {texts.whatIsTrace} {texts.by[by]}
      </Text>
      <ul aria-label={texts.meaning}>
        {texts.meanings(asker).map((meaning) => (
          <li key={meaning}>{meaning}</li>
        ))}
      </ul>
      <Text fw={500}>{texts.noEmergencyService}</Text>
      <Checkbox
        label={texts.drills}
        description={texts.drillsWhy(asker)}
        checked={allowsDrills}
        onChange={({ currentTarget: { checked } }) => setAllowsDrills(checked)}
      />
      {answer.isError && <OutcomeLine tone="bad">{failureWords(answer.error, texts.answerFailed)}</OutcomeLine>}
      <Group gap="sm">
        <Button size="md" loading={isSending(true)} disabled={isSending(false)} onClick={() => send(true)}>
          {texts.agree}
        </Button>
        <Button
          size="md"
          variant="default"
          loading={isSending(false)}
          disabled={isSending(true)}
          onClick={() => send(false)}
        >
          {texts.decline}
        </Button>
      </Group>
    </Stack>
  );
}
