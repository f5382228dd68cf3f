import { paths } from '#lib/paths.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import {
  IconChevronRight,
  IconCircleCheck,
  IconPlugConnectedX,
  IconSettingsPause,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import type { ReactNode } from 'react';
import classes from './fleet-overview.module.css';

/** Shows the devices that need attention. Each line links to the matching list. */
export function FleetOverviewWaiting({ waiting, counts }: Pick<Overview, 'waiting' | 'counts'>) {
  const { offline, awaiting, unassigned, longestOffline } = waiting;
  const isCalm = offline + awaiting + unassigned === 0;
  return (
    <SectionCard title={texts.waiting} isFlush>
      {isCalm && (
        <EmptyState icon={IconCircleCheck} text={counts.total === 0 ? texts.nothingYet : texts.nothingWaits} />
      )}
      <div className={classes.lines}>
        {offline > 0 && (
          <Line icon={IconPlugConnectedX} title={texts.offline(offline)} search={{ status: 'offline' }}>
            {longestOffline && (
              <>
                {texts.longest(longestOffline.name)} <Age at={longestOffline.since} />
              </>
            )}
          </Line>
        )}
        {awaiting > 0 && (
          <Line icon={IconSettingsPause} isAmber title={texts.awaiting(awaiting)} search={{ status: 'awaiting' }}>
            {texts.awaitingNext(awaiting)}
          </Line>
        )}
        {unassigned > 0 && (
          <Line icon={IconUserQuestion} title={texts.unassigned(unassigned)} search={{ assigned: 'none' }}>
            {texts.unassignedNext}
          </Line>
        )}
      </div>
      {counts.total > 0 && (
        <Link to={paths.installerDevices} className={classes.all}>
          {texts.showAll}
        </Link>
      )}
    </SectionCard>
  );
}

interface LineProps {
  icon: TablerIcon;
  isAmber?: boolean | undefined;
  title: string;
  search: { status?: 'offline' | 'awaiting'; assigned?: 'none' };
  children: ReactNode;
}

function Line({ icon, isAmber, title, search, children }: LineProps) {
  return (
    <Link to={paths.installerDevices} search={search} className={classes.line}>
      <IconTile icon={icon} isAmber={isAmber} />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.note}>{children}</span>
      </span>
      <IconChevronRight size={18} stroke={1.7} aria-hidden="true" className={classes.chevron ?? ''} />
    </Link>
  );
}
