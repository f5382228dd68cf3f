import { GiftDialog } from '#features/subscription/subscription-gift-dialog.tsx';
import { DeskPerson } from '#features/support-desk/support-desk-person.tsx';
import { personQuery } from '#features/support-desk/support-desk.queries.ts';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { giftTexts } from '@trace/contract/subscription/subscription.gift.texts';
import type { DeskPersonPage } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { SupportActions } from '../support-actions.tsx';
import { SupportPage } from '../support-page.tsx';

/** A user or an installer (SUPP-01). */
export default function SupportPersonPage() {
  const { id } = useParams({ from: '/support-area/support/people/$id' });
  const { data: person } = useQuery(personQuery(id));
  return (
    <SupportPage title={supportDeskTexts.person.title} right={person && <Actions key={id} person={person} />}>
      <DeskPerson id={id} />
    </SupportPage>
  );
}

function Actions({ person }: { person: DeskPersonPage }) {
  const { id, name, email, giftUntil, mayGivePremium } = person;
  const [isGiving, giving] = useDisclosure(false);
  const queryClient = useQueryClient();
  return (
    <>
      {mayGivePremium && (
        <Button variant="default" onClick={giving.open}>
          {giftTexts.give}
        </Button>
      )}
      <SupportActions email={email} />
      {isGiving && (
        <GiftDialog
          person={{ id, name: name || email }}
          hasGift={giftUntil !== null}
          onChanged={() => void queryClient.invalidateQueries({ queryKey: personQuery(id).queryKey })}
          onClose={giving.close}
        />
      )}
    </>
  );
}
