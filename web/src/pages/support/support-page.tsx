import { paths } from '#lib/paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import type { ComponentProps } from 'react';
import classes from './support-page.module.css';

type SupportPageProps = Omit<ComponentProps<typeof AreaPage>, 'back'>;

/** A page of the back office below its dashboard (SUPL-02). Sign Out is in the sidebar, on a phone in the menu. */
export function SupportPage(props: SupportPageProps) {
  return (
    <AreaPage
      {...props}
      back={
        <Link to={paths.support} className={classes.back}>
          <IconChevronLeft size={14} stroke={2} aria-hidden="true" />
          {supportStaffTexts.backToDashboard}
        </Link>
      }
    />
  );
}
