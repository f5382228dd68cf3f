import DevicesSelect from '#features/devices/devices-select.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import PingOnWake from '#features/ping/waits/ping-on-wake.tsx';
import { SubscriptionPremiumPanel } from '#features/subscription/subscription-premium-panel.tsx';
import { TrackingHistoryCard } from '#features/tracking/history/tracking-history-card.tsx';
import { TrackingGone } from '#features/tracking/session/tracking-gone.tsx';
import { TrackingPanel } from '#features/tracking/live/tracking-panel.tsx';
import { useLiveSession, type LiveSession } from '#features/tracking/session/tracking-session.ts';
import { useChosenDevice } from './dashboard-device.ts';
import NoDevices from './dashboard-none.tsx';
import { placeOf, usePlaces } from './dashboard-places.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { useSuggestedDevice } from './dashboard-suggestion.ts';
import classes from './dashboard.module.css';

/** The Live Tracking tab. On the free plan the tab shows an upgrade panel instead (UDASH-06). */
export default function DashboardLive(parts: DashboardParts) {
  const session = useLiveSession(parts);
  const { devices, isPremium, onUpgrade } = parts;
  // When the plan ends during live tracking, the panel stays and says so (LIVE-12).
  const hasPanel = isPremium || session.failure !== null;
  return (
    <div className={classes.stack}>
      {session.gone && <TrackingGone device={session.gone} />}
      {devices.length === 0 && <NoDevices />}
      {devices.length > 0 && hasPanel && <LiveTracking {...parts} session={session} />}
      {devices.length > 0 && !isPremium && <SubscriptionPremiumPanel onUpgrade={onUpgrade} />}
    </div>
  );
}

function LiveTracking({ devices, statuses, isPremium, actions, session }: DashboardParts & { session: LiveSession }) {
  const places = usePlaces();
  const { chosen, isOpen, choose } = useChosenDevice(devices);
  const suggested = useSuggestedDevice(devices, statuses, places);
  const device = isOpen ? suggested : chosen;
  return (
    <>
      <TrackingPanel
        device={device}
        session={session}
        isPremium={isPremium}
        statuses={statuses}
        place={placeOf(places, device)}
        renderMap={(map) => <MapsFrame {...map} />}
        renderSelect={(placeholder) => (
          <DevicesSelect
            devices={devices}
            statuses={statuses}
            label={placeholder}
            placeholder={placeholder}
            selected={device?.serialNumber ?? null}
            onSelect={choose}
          />
        )}
        renderAskOnWake={(asleep) => <PingOnWake device={asleep} actions={actions} />}
      />
      {device && isPremium && <TrackingHistoryCard device={device} renderMap={(map) => <MapsFrame {...map} />} />}
    </>
  );
}
