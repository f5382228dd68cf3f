import { DeskPeopleCard } from '#features/support-desk/support-desk-people-card.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** The accounts of users (SUPP-01). The address holds the search. */
export default function SupportUsersPage() {
  const { q: search, show } = useSearch({ from: '/support-area/support/users' });
  const navigate = useNavigate({ from: '/support/users' });
  const { title, context } = supportDeskTexts.users;
  return (
    <SupportPage title={title} context={context}>
      <DeskPeopleCard
        role="user"
        filter={{ search, show }}
        onChange={({ search: q, ...changed }) =>
          void navigate({ search: readDeskSearch({ q, ...changed }), replace: true })
        }
      />
    </SupportPage>
  );
}
