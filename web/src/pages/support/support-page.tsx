import { paths } from '#lib/paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import type { ComponentProps } from 'react';
import classes from './support-page.module.css';

type SupportPageProps = Omit<ComponentProps<typeof AreaPage>, 'back'>;

/**
 * A page of the back office below its dashboard (SUPL-02). Sign Out is in the sidebar, on a phone in the menu. A phone's
 * head has no room for buttons, so these come first on the page.
 */
export function SupportPage({ right, children, ...head }: SupportPageProps) {
  const isPhone = useIsPhone();
  const back = <BackLink to={paths.support}>{supportStaffTexts.backToDashboard}</BackLink>;
  return (
    <AreaPage {...head} back={back} right={!isPhone && right}>
      {isPhone && right && <div className={classes.buttons}>{right}</div>}
      {children}
    </AreaPage>
  );
}
