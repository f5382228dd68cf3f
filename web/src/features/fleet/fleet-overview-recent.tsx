import { Age } from '#ui/data/age.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconCirclePlus, IconHistory } from '@tabler/icons-react';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import classes from './fleet-overview.module.css';

/** Shows Recent Activity: the latest registrations (IDASH-03). */
export function FleetOverviewRecent({ recent }: Pick<Overview, 'recent'>) {
  return (
    <SectionCard title={texts.recent} isFlush>
      {recent.length === 0 ? (
        <EmptyState icon={IconHistory} text={texts.noneRecent} />
      ) : (
        <ul className={classes.list}>
          {recent.map(({ serialNumber, name, registeredAt }) => (
            <li key={serialNumber} className={classes.row}>
              <IconTile icon={IconCirclePlus} />
              <span className={classes.words}>
                <DeviceName name={name} serialNumber={serialNumber} />
              </span>
              <span className={classes.age}>
                <Age at={registeredAt} prefix={texts.registered} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
