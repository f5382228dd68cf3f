import { failureWords, isRefusal } from '#lib/http/api.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { consentTexts as texts } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.texts';
import { PanicContactsInvitation } from './panic-contacts-invitation.tsx';
import { PanicContactsMembership } from './panic-contacts-membership.tsx';
import { consentQuery } from './panic-contacts.consent.queries.ts';

/** The page behind the link in each message to a contact. Only its buttons send an answer. */
export function PanicContactsConsent({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({ ...consentQuery(token), enabled: token !== '' });
  // A link that a mail program cut is no link of ours either.
  const isGone = token === '' || isRefusal(error, 'gone') || isRefusal(error, 'invalid_input');
  if (isGone) return <Ended title={texts.gone} why={texts.goneWhy} />;
  if (error !== null && data === undefined)
    return (
      <Stack gap="md" align="flex-start">
        <Text role="alert">{failureWords(error, texts.failed)}</Text>
        <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
      </Stack>
    );
  if (data === undefined) return <LoadingText>{texts.loading}</LoadingText>;
  return (
    <div aria-live="polite">
      {data.kind === 'invitation' && <PanicContactsInvitation token={token} page={data} />}
      {data.kind === 'contact' && <PanicContactsMembership token={token} page={data} />}
      {data.kind === 'left' && <Ended title={texts.left(data.asker)} why={texts.leftWhy(data.asker)} />}
    </div>
  );
}

function Ended({ title, why }: { title: string; why: string }) {
  return (
    <Stack gap="xs">
      <Text fw={500}>{title}</Text>
      <Text c="dimmed">{why}</Text>
    </Stack>
  );
}
