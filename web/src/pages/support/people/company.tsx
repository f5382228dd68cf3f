import { DeskCompany } from '#features/support-desk/support-desk-company.tsx';
import { useParams } from '@tanstack/react-router';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { SupportPage } from '../support-page.tsx';

/** A company with its people (SUPP-01). */
export default function SupportCompanyPage() {
  const { id } = useParams({ from: '/support-area/support/companies/$id' });
  return (
    <SupportPage title={supportDeskTexts.company.title}>
      <DeskCompany id={id} />
    </SupportPage>
  );
}
