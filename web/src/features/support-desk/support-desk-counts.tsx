import { supportPaths } from '#lib/support-paths.ts';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { Badge } from '@mantine/core';
import { IconBuilding, IconDeviceMobile, IconHeartbeat, IconTicket, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DeskCounts } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import type { ReactNode } from 'react';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.dashboard;

/** SUPL-03: the four figures of the dashboard, each a link to its list. Without counts, the cards keep their room. */
export function DeskCountCards({ counts }: { counts: DeskCounts | undefined }) {
  const { devices, tickets, companies } = counts ?? {};
  return (
    <ul className={classes.cards}>
      <CountCard to={supportPaths.devices} icon={IconDeviceMobile} label={texts.devices} count={devices?.total}>
        {devices && <Badge color={devices.today > 0 ? 'green' : 'gray'}>{texts.today(devices.today)}</Badge>}
      </CountCard>
      <CountCard to={supportPaths.tickets} icon={IconTicket} label={texts.tickets} count={tickets?.open}>
        {tickets && <Badge color={tickets.urgent > 0 ? 'red' : 'gray'}>{texts.urgent(tickets.urgent)}</Badge>}
      </CountCard>
      <CountCard
        to={supportPaths.deviceHealth}
        icon={IconHeartbeat}
        label={texts.online}
        count={devices && texts.percent(devices.online, devices.total)}
      >
        {devices && <Badge color="gray">{texts.offline(devices.offline)}</Badge>}
      </CountCard>
      <CountCard to={supportPaths.companies} icon={IconBuilding} label={texts.companies} count={companies?.total}>
        {companies && (
          <Badge color={companies.thisWeek > 0 ? 'green' : 'gray'}>{texts.thisWeek(companies.thisWeek)}</Badge>
        )}
      </CountCard>
    </ul>
  );
}

interface CountCardProps {
  to: string;
  icon: TablerIcon;
  label: string;
  count: number | string | undefined;
  children: ReactNode;
}

function CountCard({ to, icon, label, count, children }: CountCardProps) {
  return (
    <li>
      <Link to={to} className={classes.card ?? ''}>
        <span>
          <span className={classes.label}>{label}</span>{' '}
          <span className={classes.number}>
            {typeof count === 'number' ? count.toLocaleString('en') : (count ?? '–')}
          </span>
        </span>
        <IconTile icon={icon} />
        {children || <span />}
      </Link>
    </li>
  );
}
