import { Age } from '#ui/data/age.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import type { MapViewProps } from '#ui/map/map.types.ts';
import { Button } from '@mantine/core';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import { locatedTexts as texts } from '@trace/contract/ping/ping.located.texts';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { useMemo, type ReactNode } from 'react';
import classes from './ping-located.module.css';

interface PingLocatedDialogProps {
  location: PingLocation;
  renderMap: (map: Omit<MapViewProps, 'config' | 'theme'>) => ReactNode;
  onClose: () => void;
}

/** Shows a found position on a map with its accuracy, its age and a copy button, until it is closed (LOCREQ-05). */
export function PingLocatedDialog({ location, renderMap, onClose }: PingLocatedDialogProps) {
  const { id, lat, lng, deviceName, at, fixAt } = location;
  const points = useMemo(
    () => [{ id, lat, lng, kind: 'ping' as const, label: deviceName }],
    [id, lat, lng, deviceName],
  );
  return (
    <Dialog isOpen isTall size="lg" title={texts.title(deviceName)} onClose={onClose}>
      <div className={classes.map}>
        {renderMap({ label: texts.map(deviceName), points, fitKey: id, zoom: defaultZoom })}
      </div>
      <dl className={classes.facts}>
        <Fact name={texts.position}>
          <Coordinates lat={lat} lng={lng} isCopyable />
        </Fact>
        <Fact name={texts.accuracy}>{texts.accuracyOf(location)}</Fact>
        <Fact name={texts.measured}>
          <Age at={fixAt ?? at} staleAfterMs={HOUR_MS} />
        </Fact>
      </dl>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
