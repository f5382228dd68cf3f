import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import type { ServiceState, SystemStatus } from '@trace/contract/fleet/fleet.overview.schema';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import classes from './fleet-overview.module.css';

const services = ['registration', 'configuration', 'assignment', 'monitoring'] as const;

const colours = { operational: 'green', limited: 'amber', unavailable: 'red' } as const satisfies Record<
  ServiceState,
  string
>;

/** Shows System Status: the state of the portal's services and the consequence of each fault (IDASH-04). */
export function FleetOverviewStatus({ services: states }: { services: SystemStatus }) {
  return (
    <SectionCard title={texts.status} isFlush>
      <ul className={classes.list}>
        {services.map((service) => (
          <li key={service} className={classes.row}>
            <span className={classes.words}>
              <span className={classes.title}>{texts.services[service]}</span>
              {states[service] !== 'operational' && <span className={classes.note}>{texts.troubles[service]}</span>}
            </span>
            <Badge color={colours[states[service]]}>{texts.states[states[service]]}</Badge>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
