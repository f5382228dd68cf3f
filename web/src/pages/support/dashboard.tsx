import { DeskCountCards } from '#features/support-desk/support-desk-counts.tsx';
import { DeskSearch } from '#features/support-desk/support-desk-search.tsx';
import { countsQuery } from '#features/support-desk/support-desk.queries.ts';
import { SupportStaffRemovals } from '#features/support-staff/support-staff-removals.tsx';
import { formatToday } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { NextTicketsCard } from '#features/tickets/staff/tickets-next-card.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { useQuery } from '@tanstack/react-query';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { SupportActions } from './support-actions.tsx';
import classes from './support-page.module.css';
import { SupportTools } from './support-tools.tsx';

/** The first page of support staff: search, figures, next tickets, and the tools of the back office (SUPL-03). */
export default function SupportDashboardPage() {
  const { data: counts } = useQuery(countsQuery);
  const isPhone = useIsPhone();
  return (
    <AreaPage
      title={supportStaffTexts.dashboard}
      context={formatToday(useNow('halfMinute'))}
      right={!isPhone && <SupportActions />}
    >
      <div className={classes.content}>
        {isPhone && <SupportActions />}
        <DeskSearch />
        <DeskCountCards counts={counts} />
        <SupportStaffRemovals />
        <NextTicketsCard />
        <SupportTools counts={counts} />
      </div>
    </AreaPage>
  );
}
