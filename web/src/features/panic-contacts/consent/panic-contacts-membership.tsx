import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ConsentPage } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { consentTexts as texts } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.texts';
import { useState } from 'react';
import { useChangeConsent, useStopConsent } from './panic-contacts.consent.queries.ts';

interface MembershipProps {
  token: string;
  page: Extract<ConsentPage, { kind: 'contact' }>;
}

/** A contact who agreed: the channels, monthly tests, and the way out. */
export function PanicContactsMembership({ token, page }: MembershipProps) {
  const { asker, channels, allowsDrills, link } = page;
  const change = useChangeConsent(token, link);
  const isOn = change.isPending ? change.variables : allowsDrills;
  return (
    <Stack gap="md">
      <Text fw={500}>{texts.isContact(asker)}</Text>
      {channels.length > 0 && <Text>{texts.channels(channels)}</Text>}
      <Checkbox
        label={texts.drills}
        description={texts.drillsWhy(asker)}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
      />
      {change.isError && <OutcomeLine tone="bad">{failureWords(change.error, texts.answerFailed)}</OutcomeLine>}
      <Text c="dimmed">
        {texts.keep}{' '}
        <Anchor href={link} style={{ overflowWrap: 'anywhere' }}>
          {link}
        </Anchor>
      </Text>
      <Text fw={500}>{texts.noEmergencyService}</Text>
      <Stop token={token} page={page} />
    </Stack>
  );
}

/** Asks once more, because the person would no longer be reached in an emergency. */
function Stop({ token, page: { asker, link } }: MembershipProps) {
  const [isAsking, setAsking] = useState(false);
  const stop = useStopConsent(token, link);
  const { ref, notePress } = useFocusAfter<HTMLButtonElement>(isAsking);
  const ask = (next: boolean) => {
    notePress();
    setAsking(next);
  };
  if (!isAsking)
    return (
      <div>
        <Button variant="default" ref={ref} onClick={() => ask(true)}>
          {texts.stop(asker)}
        </Button>
      </div>
    );
  return (
    <Stack gap="sm">
      <Text role="alert">{texts.stopQuestion(asker)}</Text>
      {stop.isError && <OutcomeLine tone="bad">{failureWords(stop.error, texts.answerFailed)}</OutcomeLine>}
      <Group gap="sm">
        <Button variant="default" ref={ref} onClick={() => ask(false)}>
          {texts.keepOn}
        </Button>
        <Button color="red" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
          {texts.stopNow}
        </Button>
      </Group>
    </Stack>
  );
}
