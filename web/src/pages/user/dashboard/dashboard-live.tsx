import DevicesSelect from '#features/devices/devices-select.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { SubscriptionPremiumPanel } from '#features/subscription/subscription-premium-panel.tsx';
import { TrackingHistoryCard } from '#features/tracking/history/tracking-history-card.tsx';
import { TrackingPanel } from '#features/tracking/live/tracking-panel.tsx';
import { useGoneToast, useLiveSession, type LiveSession } from '#features/tracking/live/tracking-session.ts';
import { useChosenDevice } from './dashboard-device.ts';
import { NoDevices } from './dashboard-none.tsx';
import type { DashboardParts } from './dashboard-parts.ts';
import classes from './dashboard.module.css';

/** The Live Tracking tab. On the free plan the tab shows an upgrade panel instead (UDASH-06). */
export default function DashboardLive(parts: DashboardParts) {
  const session = useLiveSession(parts);
  useGoneToast(session);
  if (parts.isPremium) return <LiveTracking {...parts} session={session} />;
  return parts.devices.length === 0 ? <NoDevices /> : <SubscriptionPremiumPanel onUpgrade={parts.onUpgrade} />;
}

function LiveTracking({ devices, statuses, session }: DashboardParts & { session: LiveSession }) {
  const { chosen: selected, isOpen, choose } = useChosenDevice(devices);
  // With one device there is nothing to choose.
  const chosen = isOpen && devices.length === 1 ? (devices[0] ?? null) : selected;
  if (devices.length === 0) return <NoDevices />;
  return (
    <div className={classes.stack}>
      <TrackingPanel
        device={chosen}
        session={session}
        isPremium
        statuses={statuses}
        renderMap={(map) => <MapsFrame {...map} />}
        renderSelect={(placeholder) => (
          <DevicesSelect
            devices={devices}
            statuses={statuses}
            label={placeholder}
            placeholder={placeholder}
            selected={chosen?.serialNumber ?? null}
            onSelect={choose}
          />
        )}
      />
      {chosen && <TrackingHistoryCard device={chosen} renderMap={(map) => <MapsFrame {...map} />} />}
    </div>
  );
}
