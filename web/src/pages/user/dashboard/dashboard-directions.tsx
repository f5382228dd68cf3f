import { directionsUrl } from '#lib/directions.ts';
import { Button } from '@mantine/core';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { placesTexts as texts } from '@trace/contract/tracking/tracking.places.texts';

/** Opens the maps app of the phone. */
export function DirectionsLink({ device, place }: { device: Device; place: LastPlace }) {
  return (
    <Button
      component="a"
      variant="default"
      href={directionsUrl(place)}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.directionsTo(device.name)}
    >
      {texts.directions}
    </Button>
  );
}
