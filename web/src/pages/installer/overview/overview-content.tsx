import { FleetOverviewCards } from '#features/fleet/fleet-overview-cards.tsx';
import { FleetOverviewHealth } from '#features/fleet/fleet-overview-health.tsx';
import { FleetOverviewRecent } from '#features/fleet/fleet-overview-recent.tsx';
import { FleetOverviewStatus } from '#features/fleet/fleet-overview-status.tsx';
import { OverviewFrame } from './overview-frame.tsx';
import classes from './overview.module.css';

/**
 * Shows the overall state of the installer's devices and of the portal. The separate page shows slightly more
 * (IDASH-02).
 */
export function OverviewContent({ isPage = false }: { isPage?: boolean }) {
  return (
    <OverviewFrame>
      {({ counts, recent, services, oldestUnanswered }) => (
        <div className={classes.content}>
          <FleetOverviewCards counts={counts} hasOnlineRate={isPage} />
          <div className={classes.columns}>
            <FleetOverviewRecent recent={recent} />
            <div className={classes.content}>
              <FleetOverviewStatus services={services} />
              {isPage && <FleetOverviewHealth counts={counts} oldestUnanswered={oldestUnanswered} />}
            </div>
          </div>
        </div>
      )}
    </OverviewFrame>
  );
}
