import { DeskCountCards } from '#features/support-desk/support-desk-counts.tsx';
import { DeskSearch } from '#features/support-desk/support-desk-search.tsx';
import { countsQuery } from '#features/support-desk/support-desk.queries.ts';
import { formatToday } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useQuery } from '@tanstack/react-query';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { SupportTools } from './support-tools.tsx';

/** The first page of support staff: search, figures, and the tools of the back office (SUPL-03). */
export default function SupportDashboardPage() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <AreaPage title={supportStaffTexts.dashboard} context={formatToday(useNow('halfMinute'))}>
      <DeskSearch />
      <DeskCountCards counts={counts} />
      <SupportTools counts={counts} />
    </AreaPage>
  );
}
