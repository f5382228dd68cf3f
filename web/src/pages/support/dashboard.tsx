import { formatToday } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { SupportTools } from './support-tools.tsx';

/** The first page of support staff: tools of the back office (SUPL-03). */
export default function SupportDashboardPage() {
  return (
    <AreaPage title={supportStaffTexts.dashboard} context={formatToday(useNow('halfMinute'))}>
      <SupportTools />
    </AreaPage>
  );
}
