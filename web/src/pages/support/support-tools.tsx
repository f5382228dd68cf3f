import { OperationsBadge } from '#features/operations/operations-badge.tsx';
import { paths } from '#lib/paths.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { supportEntries } from '#shell/support-entries.ts';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import type { DeskCounts } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import classes from './support-tools.module.css';

/** A tile per page of the back office, in the order of the sidebar (SUPL-03). */
export function SupportTools({ counts }: { counts: DeskCounts | undefined }) {
  const figures = counts && figuresOf(counts);
  return (
    <section aria-labelledby="support-tools">
      <Title order={2} id="support-tools" className={classes.title ?? ''}>
        {supportStaffTexts.tools}
      </Title>
      <ul className={classes.tiles}>
        {supportEntries
          .filter(({ to }) => to !== paths.support && to !== supportPaths.settings)
          .map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className={classes.tile}>
                <IconTile icon={icon} />
                <span className={classes.words}>
                  {label}
                  {to === supportPaths.operations && <OperationsBadge />}
                  {figures?.[to] && <span className={classes.figure}>{figures[to]}</span>}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The figure on a tile, by the path of its page. */
function figuresOf({ devices, tickets, companies, users, installers }: DeskCounts): Partial<Record<string, string>> {
  const { open, silent } = supportDeskTexts.dashboard;
  return {
    [supportPaths.devices]: devices.total.toLocaleString('en'),
    [supportPaths.companies]: companies.total.toLocaleString('en'),
    [supportPaths.tickets]: open(tickets.open),
    [supportPaths.users]: users.toLocaleString('en'),
    [supportPaths.installers]: installers.toLocaleString('en'),
    [supportPaths.deviceHealth]: silent(devices.silent),
  };
}
