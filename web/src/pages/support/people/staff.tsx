import { AddStaffDialog } from '#features/support-staff/support-staff-add-dialog.tsx';
import { SupportStaffCard } from '#features/support-staff/support-staff-card.tsx';
import { staffQuery } from '#features/support-staff/support-staff.queries.ts';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { staffRules } from '@trace/contract/support-staff/support-staff.rules';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** The accounts of support staff (SUPP-04). The address holds the search. */
export default function SupportStaffPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/staff' });
  const navigate = useNavigate({ from: '/support/staff' });
  const [isAdding, adding] = useDisclosure(false);
  const { data } = useInfiniteQuery(staffQuery(''));
  return (
    <SupportPage
      title={texts.title}
      context={texts.intro}
      right={data?.pages[0]?.mayManage === true && <Button onClick={adding.open}>{texts.add}</Button>}
    >
      <SupportStaffCard
        search={q.slice(0, staffRules.searchMaxLength)}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
      {isAdding && <AddStaffDialog onClose={adding.close} />}
    </SupportPage>
  );
}
