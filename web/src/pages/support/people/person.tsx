import { DeskPerson } from '#features/support-desk/support-desk-person.tsx';
import { personQuery } from '#features/support-desk/support-desk.queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { SupportActions } from '../support-actions.tsx';
import { SupportPage } from '../support-page.tsx';

/** A user or an installer (SUPP-01). */
export default function SupportPersonPage() {
  const { id } = useParams({ from: '/support-area/support/people/$id' });
  const { data: person } = useQuery(personQuery(id));
  return (
    <SupportPage title={supportDeskTexts.person.title} right={person && <SupportActions email={person.email} />}>
      <DeskPerson id={id} />
    </SupportPage>
  );
}
