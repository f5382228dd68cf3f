import DevicesSelect from '#features/devices/devices-select.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { SubscriptionPremiumPanel } from '#features/subscription/subscription-premium-panel.tsx';
import { TrackingPanel } from '#features/tracking/tracking-panel.tsx';
import { useChosenDevice } from './dashboard-device.ts';
import type { DashboardParts } from './dashboard-parts.ts';

/** The Live Tracking tab; the free plan sees what it would have (UDASH-06). */
export default function DashboardLive({ devices, statuses, isPremium, onUpgrade }: DashboardParts) {
  const { chosen, choose } = useChosenDevice(devices);
  if (!isPremium) return <SubscriptionPremiumPanel onUpgrade={onUpgrade} />;
  return (
    <TrackingPanel
      device={chosen}
      statuses={statuses}
      renderMap={(map) => <MapsFrame {...map} />}
      renderSelect={(placeholder) => (
        <DevicesSelect
          devices={devices}
          label={placeholder}
          placeholder={placeholder}
          selected={chosen?.serialNumber ?? null}
          onSelect={choose}
        />
      )}
    />
  );
}
