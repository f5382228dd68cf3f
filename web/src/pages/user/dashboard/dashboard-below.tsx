import { CompaniesSupportCard } from '#features/companies/companies-support-card.tsx';
import { LocationAccessLink } from '#features/location-access/requests/location-access-link.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { useHasOwnIncident } from '#features/panic/incident/panic-own-incident.ts';
import { PingMapCard } from '#features/ping/history/ping-map-card.tsx';
import { TrackingCard } from '#features/tracking/tracking-card.tsx';
import { TicketsLink } from '#features/tickets/tickets-link.tsx';
import { paths } from '#lib/paths.ts';
import { companyOf, useCustomerCompany } from '#pages/area-brand.ts';
import type { Device } from '@trace/contract/devices/devices.schema';
import classes from './dashboard.module.css';

interface DashboardBelowProps {
  devices: readonly Device[];
  chosen: Device;
  isPremium: boolean;
  /** True if the page already says that there is no ping. */
  isEmptySaid: boolean;
  onFollow: () => void;
  onUpgrade: () => void;
}

/** The cards below the first screen: the map of pings, live tracking, the support contact and the access log. */
export default function DashboardBelow(props: DashboardBelowProps) {
  const { devices, chosen, isPremium, isEmptySaid, onFollow, onUpgrade } = props;
  const isEmergency = useHasOwnIncident();
  const servicing = companyOf(devices);
  const { company } = useCustomerCompany(servicing === null);
  return (
    <div className={classes.columns}>
      <PingMapCard devices={devices} isEmptySaid={isEmptySaid} renderMap={(map) => <MapsFrame {...map} />} />
      <div className={classes.aside}>
        <TrackingCard device={chosen} isPremium={isPremium} onOpen={onFollow} onUpgrade={onUpgrade} />
        <CompaniesSupportCard company={servicing ?? company} isCustomer={servicing === null} />
        <TicketsLink to={paths.userRequests} />
        <LocationAccessLink isEmergency={isEmergency} />
      </div>
    </div>
  );
}
