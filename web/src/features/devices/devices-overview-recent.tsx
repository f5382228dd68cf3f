import { Age } from '#ui/age.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { IconCirclePlus, IconHistory } from '@tabler/icons-react';
import type { Overview } from '@trace/contract/devices/devices.overview.schema';
import { overviewTexts as texts } from '@trace/contract/devices/devices.overview.texts';
import classes from './devices-overview.module.css';

/** Recent Activity: what was registered last (IDASH-03). */
export function DevicesOverviewRecent({ recent }: Pick<Overview, 'recent'>) {
  return (
    <SectionCard title={texts.recent} isFlush>
      {recent.length === 0 ? (
        <EmptyState icon={IconHistory} text={texts.noneRecent} />
      ) : (
        <ul className={classes.list}>
          {recent.map(({ serialNumber, name, registeredAt }) => (
            <li key={serialNumber} className={classes.row}>
              <span className={classes.icon}>
                <IconCirclePlus size={20} stroke={1.7} aria-hidden="true" />
              </span>
              <span className={classes.words}>
                <span className={classes.title} dir="auto">
                  {name}
                </span>
                <span className={classes.serial}>{serialNumber}</span>
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
