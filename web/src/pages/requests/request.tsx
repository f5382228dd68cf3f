import { OwnConversation } from '#features/tickets/tickets-own-conversation.tsx';
import { ownTicketQuery } from '#features/tickets/tickets.queries.ts';
import { useTicketsStream } from '#features/tickets/tickets.stream.ts';
import { failureWords } from '#lib/http/api.ts';
import { paths } from '#lib/paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { ownTicketsTexts as texts, ticketsTexts } from '@trace/contract/tickets/tickets.texts';

export const UserRequestPage = () => <RequestPage to={paths.userRequests} />;

export const InstallerRequestPage = () => <RequestPage to={paths.installerRequests} />;

/** A single request of the person's requests (SUPP-03). */
function RequestPage({ to }: { to: typeof paths.userRequests | typeof paths.installerRequests }) {
  const { id = '' } = useParams({ strict: false });
  useTicketsStream();
  const { data, error, refetch } = useQuery(ownTicketQuery(id));
  const context = data && [data.ticket.number, data.ticket.device?.deviceName].filter(Boolean).join(', ');
  return (
    <AreaPage
      title={data?.ticket.subject ?? ticketsTexts.title}
      context={context}
      back={<BackLink to={to}>{texts.back}</BackLink>}
    >
      {data && <OwnConversation conversation={data} />}
      {!data && error === null && <LoadingText>{texts.loading}</LoadingText>}
      {!data && error !== null && (
        <EmptyState
          icon={IconLifebuoy}
          text={`${texts.notLoaded} ${failureWords(error)}`}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {devicesTexts.tryAgain}
            </Button>
          }
        />
      )}
    </AreaPage>
  );
}
