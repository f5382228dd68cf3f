import { CompaniesSupportCard } from '#features/companies/companies-support-card.tsx';
import { DevicesSelector } from '#features/devices/devices-selector.tsx';
import { LocationAccessLink } from '#features/location-access/location-access-link.tsx';
import { LocationAccessRequests } from '#features/location-access/location-access-requests.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PingButton } from '#features/ping/ping-button.tsx';
import { PingCounter } from '#features/ping/ping-counter.tsx';
import { TrackingCard } from '#features/tracking/tracking-card.tsx';
import { companyOf } from '#pages/area-brand.ts';
import { LoadingText } from '#ui/loading-text.tsx';
import { Card, Title } from '@mantine/core';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { lazy, Suspense, useState } from 'react';
import { useChosenDevice } from './dashboard-device.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import classes from './dashboard.module.css';

/** Below what a phone shows first, and on its way with the map. */
const PingMapCard = lazy(async () => ({ default: (await import('#features/ping/ping-map-card.tsx')).PingMapCard }));
const TrackingDialog = lazy(() => import('#features/tracking/tracking-dialog.tsx'));

/** The Dashboard tab: the devices and today's pings, where they were, live tracking, whom to call (UDASH-04). */
export function DashboardOverview({ devices, statuses, isPremium, actions, onUpgrade }: DashboardParts) {
  const { chosen, choose } = useChosenDevice(devices);
  const [isLiveOpen, setLiveOpen] = useState(false);
  const device = chosen ?? devices[0];
  if (!device) return null;
  return (
    <>
      <LocationAccessRequests />
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
          <TrackingCard device={device} isPremium={isPremium} onOpen={() => setLiveOpen(true)} onUpgrade={onUpgrade} />
          <CompaniesSupportCard company={companyOf(devices)} />
          <LocationAccessLink />
        </div>
      </div>
      <Suspense>
        {isLiveOpen && (
          <TrackingDialog
            device={device}
            onClose={() => setLiveOpen(false)}
            renderMap={(map) => <MapsFrame {...map} />}
          />
        )}
      </Suspense>
    </>
  );
}
