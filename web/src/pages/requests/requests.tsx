import { OwnTicketsCard } from '#features/tickets/tickets-own-list.tsx';
import { TicketsRequestDialog } from '#features/tickets/tickets-request-dialog.tsx';
import { paths } from '#lib/paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLifebuoy } from '@tabler/icons-react';
import { ownTicketsTexts as texts, ticketsTexts } from '@trace/contract/tickets/tickets.texts';

export const UserRequestsPage = () => <RequestsPage to={paths.userRequest} />;

export const InstallerRequestsPage = () => <RequestsPage to={paths.installerRequest} />;

/** My requests (SUPP-03): a person's own tickets, and the way to a new one. */
function RequestsPage({ to }: { to: typeof paths.userRequest | typeof paths.installerRequest }) {
  const [isAsking, asking] = useDisclosure(false);
  return (
    <AreaPage
      title={texts.page}
      context={texts.context}
      right={
        <Button leftSection={<IconLifebuoy size={18} stroke={1.7} aria-hidden="true" />} onClick={asking.open}>
          {ticketsTexts.getSupport}
        </Button>
      }
    >
      <OwnTicketsCard to={to} />
      <TicketsRequestDialog isOpen={isAsking} device={null} onClose={asking.close} />
    </AreaPage>
  );
}
