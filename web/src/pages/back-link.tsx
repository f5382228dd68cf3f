import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './back-link.module.css';

/** The link to the page above, over a page's title. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) {
  return (
    <Link to={to} className={classes.back}>
      <IconChevronLeft size={14} stroke={2} aria-hidden="true" />
      {children}
    </Link>
  );
}
