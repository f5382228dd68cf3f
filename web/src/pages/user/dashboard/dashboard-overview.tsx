import { CompaniesSupportCard } from '#features/companies/companies-support-card.tsx';
import { DevicesSelector } from '#features/devices/devices-selector.tsx';
import { LocationAccessLink } from '#features/location-access/requests/location-access-link.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PingButton } from '#features/ping/ping-button.tsx';
import { PingCounter } from '#features/ping/ping-counter.tsx';
import { TrackingCard } from '#features/tracking/tracking-card.tsx';
import { companyOf } from '#pages/area-brand.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Card, Title } from '@mantine/core';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { lazy, Suspense, useState } from 'react';
import { useChosenDevice } from './dashboard-device.ts';
import { NoDevices } from './dashboard-none.tsx';
import type { DashboardParts } from './dashboard-parts.ts';
import classes from './dashboard.module.css';

/** Below the first screen of a phone, and loaded together with the map. */
const PingMapCard = lazy(async () => ({
  default: (await import('#features/ping/history/ping-map-card.tsx')).PingMapCard,
}));
const TrackingDialog = lazy(() => import('#features/tracking/tracking-dialog.tsx'));

/**
 * The Dashboard tab, with the live view on top. The live view keeps the device that was chosen on opening, even if that
 * device changes.
 */
export function DashboardOverview(parts: DashboardParts) {
  const [followed, setFollowed] = useState<Device | null>(null);
  const { devices } = parts;
  return (
    <>
      {devices.length === 0 ? <NoDevices /> : <DeviceCards {...parts} onFollow={setFollowed} />}
      <Suspense>
        {followed && (
          <TrackingDialog
            device={followed}
            devices={devices}
            isPremium={parts.isPremium}
            statuses={parts.statuses}
            onClose={() => setFollowed(null)}
            renderMap={(map) => <MapsFrame {...map} />}
          />
        )}
      </Suspense>
    </>
  );
}

interface DeviceCardsProps extends DashboardParts {
  onFollow: (device: Device) => void;
}

/** The devices with today's pings, the map of pings, live tracking and the support contact (UDASH-04). */
function DeviceCards({ devices, statuses, isPremium, actions, onUpgrade, onFollow }: DeviceCardsProps) {
  const { chosen, choose } = useChosenDevice(devices);
  const device = chosen ?? devices[0];
  if (!device) return null;
  return (
    <>
      <Card padding={0} component="section" aria-labelledby="my-devices" className={classes.devices ?? ''}>
        <div className={classes.selector}>
          <Title order={2} id="my-devices" mb="md">
            {devicesTexts.myDevices}
          </Title>
          <DevicesSelector devices={devices} statuses={statuses} selected={device.serialNumber} onSelect={choose} />
        </div>
        <div className={classes.pings}>
          <PingCounter />
          <PingButton device={device} actions={actions} />
        </div>
      </Card>
      <div className={classes.columns}>
        <Suspense fallback={<LoadingText />}>
          <PingMapCard key={device.serialNumber} device={device} renderMap={(map) => <MapsFrame {...map} />} />
        </Suspense>
        <div className={classes.side}>
          <TrackingCard device={device} isPremium={isPremium} onOpen={() => onFollow(device)} onUpgrade={onUpgrade} />
          <CompaniesSupportCard company={companyOf(devices)} />
          <LocationAccessLink />
        </div>
      </div>
    </>
  );
}
