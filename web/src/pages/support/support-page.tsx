import { paths } from '#lib/paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import type { ComponentProps } from 'react';

type SupportPageProps = Omit<ComponentProps<typeof AreaPage>, 'back'>;

/** A page of the back office below its dashboard (SUPL-02). Sign Out is in the sidebar, on a phone in the menu. */
export function SupportPage(props: SupportPageProps) {
  return <AreaPage {...props} back={<BackLink to={paths.support}>{supportStaffTexts.backToDashboard}</BackLink>} />;
}
