import { DeskPerson } from '#features/support-desk/support-desk-person.tsx';
import { useParams } from '@tanstack/react-router';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { SupportPage } from './support-page.tsx';

/** A user or an installer (SUPP-01). */
export default function SupportPersonPage() {
  const { id } = useParams({ from: '/support-area/support/people/$id' });
  return (
    <SupportPage title={supportDeskTexts.person.title}>
      <DeskPerson id={id} />
    </SupportPage>
  );
}
