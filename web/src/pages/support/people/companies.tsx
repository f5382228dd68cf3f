import { DeskCompaniesCard } from '#features/support-desk/support-desk-companies-card.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** All Companies (SUPP-01). The address holds the search. */
export default function SupportCompaniesPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/companies' });
  const navigate = useNavigate({ from: '/support/companies' });
  const { title, context } = supportDeskTexts.companies;
  return (
    <SupportPage title={title} context={context}>
      <DeskCompaniesCard
        search={q}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
    </SupportPage>
  );
}
