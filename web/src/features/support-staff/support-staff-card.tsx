import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { Card } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { staffRules } from '@trace/contract/support-staff/support-staff.rules';
import { SupportStaffRows } from './support-staff-rows.tsx';
import { staffQuery } from './support-staff.queries.ts';
import classes from './support-staff.module.css';

/** SUPP-04: staff with a search, newest first. Staff with the admin flag change them. */
export function SupportStaffCard({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const query = useInfiniteQuery(staffQuery(search));
  const pages = query.data?.pages ?? [];
  const staff = pages.flatMap((page) => page.staff);
  const mayManage = pages[0]?.mayManage === true;
  return (
    <Card component="section" aria-label={texts.title} padding={0}>
      <div className={classes.filters}>
        <SearchField label={texts.search} maxLength={staffRules.searchMaxLength} text={search} onSearch={onSearch} />
      </div>
      {pages.length > 0 && !mayManage && <p className={classes.note}>{texts.notAdmin}</p>}
      <PagedList
        query={query}
        count={staff.length}
        icon={IconHeadset}
        loading={texts.loading}
        empty={search === '' ? texts.none : texts.noneFound}
        failed={(reason) => `${texts.loadFailed}. ${reason}`}
        more={texts.more}
      >
        <SupportStaffRows staff={staff} mayManage={mayManage} />
      </PagedList>
    </Card>
  );
}
