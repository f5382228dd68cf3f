import { DeviceClock } from '#features/device-status/device-status-clock.tsx';
import { DevicesSelector } from '#features/devices/devices-selector.tsx';
import { OfflineCausesQuestion } from '#features/offline-causes/offline-causes-question.tsx';
import { PingButton } from '#features/ping/ping-button.tsx';
import { PingCounter } from '#features/ping/ping-counter.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Card, Title } from '@mantine/core';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import { lazy, Suspense, useRef, useState } from 'react';
import { DirectionsLink } from './dashboard-directions.tsx';
import { placeOf, useOrderedDevices, usePlaces, type Places } from './dashboard-places.ts';
import { useChosenDevice } from './dashboard-device.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import classes from './dashboard.module.css';

const DashboardBelow = lazy(() => import('./dashboard-below.tsx'));
const DashboardMap = lazy(() => import('./map/dashboard-map.tsx'));
/** Loaded lazily, because most people have a device. */
const NoDevices = lazy(() => import('./dashboard-none.tsx'));
const DashboardFollow = lazy(() => import('./dashboard-follow.tsx'));

/**
 * The Dashboard tab, with the live view on top. The live view keeps the device that was chosen on opening, even if that
 * device changes.
 */
export function DashboardOverview(parts: DashboardParts) {
  const [followed, setFollowed] = useState<Device | null>(null);
  const { devices } = parts;
  const places = usePlaces();
  return (
    <>
      {devices.length === 0 ? <NoDevices /> : <DeviceCards {...parts} places={places} onFollow={setFollowed} />}
      <Suspense>
        {followed && (
          <DashboardFollow
            device={followed}
            devices={devices}
            isPremium={parts.isPremium}
            statuses={parts.statuses}
            place={placeOf(places, followed)}
            onClose={() => setFollowed(null)}
            actions={parts.actions}
          />
        )}
      </Suspense>
    </>
  );
}

interface DeviceCardsProps extends DashboardParts {
  places: Places;
  onFollow: (device: Device) => void;
}

/** The map of all devices with today's pings, the map of pings, live tracking and the support contact (UDASH-04). */
function DeviceCards({ places, onFollow, ...parts }: DeviceCardsProps) {
  const { statuses, isPremium, actions, onUpgrade } = parts;
  const devices = useOrderedDevices(parts.devices, statuses, places);
  const { chosen, choose } = useChosenDevice(devices);
  const [openSerial, setOpen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const device = chosen ?? devices[0];
  if (!device) return null;
  const open = (serial: string | null) => {
    setOpen(serial);
    if (serial !== null) choose(serial);
  };
  const chooseInList = (serial: string) => {
    setOpen(null);
    choose(serial);
  };
  const follow = (followed: Device) => (isPremium ? onFollow(followed) : onUpgrade());
  const place = places.of.get(device.serialNumber);
  return (
    <>
      <Card padding={0} component="section" aria-labelledby="my-devices" className={classes.devices ?? ''}>
        <div className={classes.places}>
          <Suspense fallback={<LoadingText>{mapTexts.loading}</LoadingText>}>
            <DashboardMap
              {...parts}
              devices={devices}
              places={places}
              chosenSerial={device.serialNumber}
              list={list}
              openSerial={openSerial}
              onOpen={open}
              on={{ follow, close: () => setOpen(null) }}
            />
          </Suspense>
        </div>
        <div className={classes.side}>
          <div ref={list} className={classes.selector}>
            <Title order={2} id="my-devices" mb="sm">
              {devicesTexts.myDevices}
            </Title>
            <DevicesSelector
              devices={devices}
              statuses={statuses}
              selected={device.serialNumber}
              onSelect={chooseInList}
            />
            <OfflineCausesQuestion
              key={device.serialNumber}
              status={statuses.get(device.serialNumber)?.status}
              serial={device.serialNumber}
              name={device.name}
              reader="user"
            />
            <DeviceClock status={statuses.get(device.serialNumber)} name={device.name} reader="user" />
          </div>
          <div className={classes.pings}>
            <PingButton
              device={device}
              isAsleep={statuses.get(device.serialNumber)?.status === 'sleeping'}
              actions={actions}
            />
            {place && <DirectionsLink device={device} place={place} />}
            <PingCounter />
          </div>
        </div>
      </Card>
      <Suspense fallback={<LoadingText />}>
        <DashboardBelow
          devices={devices}
          chosen={device}
          isPremium={isPremium}
          isEmptySaid={!isPremium && places.of.size === 0}
          onFollow={() => onFollow(device)}
          onUpgrade={onUpgrade}
        />
      </Suspense>
    </>
  );
}
