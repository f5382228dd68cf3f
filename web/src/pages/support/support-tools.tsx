import { paths } from '#lib/paths.ts';
import { supportEntries } from '#shell/support-entries.ts';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import classes from './support-tools.module.css';

/** A tile per page of the back office, in the order of the sidebar (SUPL-03). */
export function SupportTools() {
  return (
    <section aria-labelledby="support-tools">
      <Title order={2} id="support-tools" className={classes.title ?? ''}>
        {supportStaffTexts.tools}
      </Title>
      <ul className={classes.tiles}>
        {supportEntries
          .filter(({ to }) => to !== paths.support)
          .map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className={classes.tile}>
                <IconTile icon={icon} />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
