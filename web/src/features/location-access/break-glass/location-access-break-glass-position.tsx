import { failureWords } from '#lib/http/api.ts';
import { formatClock } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { Coordinates } from '#ui/data/coordinates.tsx';
import type { MapViewProps } from '#ui/map/map.types.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { HOUR_MS } from '@trace/contract/kernel/time';
import type { BreakGlassAccess } from '@trace/contract/location-access/break-glass/location-access.break-glass.schema';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { useMemo, type ReactNode } from 'react';
import classes from './location-access-break-glass.module.css';
import { supportPositionQuery, useEndBreakGlass } from './location-access.break-glass.queries.ts';

/** Draws a map with the settings of the operator. */
export type RenderMap = (map: Omit<MapViewProps, 'config' | 'theme'>) => ReactNode;

interface PositionProps {
  renderMap: RenderMap;
  access: BreakGlassAccess;
  leftMs: number;
}

/** The running access: the time left, the map with the last known position, and the button that ends the access. */
export function BreakGlassPosition({ access, leftMs, renderMap }: PositionProps) {
  const { data, error } = useQuery(supportPositionQuery(access));
  const end = useEndBreakGlass(access.serialNumber);
  return (
    <div className={classes.running}>
      <div className={classes.head}>
        <div>
          <p className={classes.left} role="timer">
            {texts.left(formatClock(leftMs))}
          </p>
          <p className={classes.note}>
            {texts.forTicket(access.ticketNumber)}. {access.hasUser ? texts.told : texts.noUser}
          </p>
        </div>
        <Button color="red" variant="light" loading={end.isPending} onClick={() => end.mutate()}>
          {texts.endNow}
        </Button>
      </div>
      {!data && !error && <LoadingText />}
      {!data && error && (
        <Alert color="red" role="alert" title={texts.loadFailed}>
          {failureWords(error)}
        </Alert>
      )}
      {data?.place === null && <p className={classes.note}>{texts.noPosition}</p>}
      {data?.place && <Place place={data.place} renderMap={renderMap} />}
    </div>
  );
}

function Place({ place, renderMap }: { place: LastPlace; renderMap: RenderMap }) {
  const { serialNumber, lat, lng, at } = place;
  const points = useMemo(
    () => [{ id: serialNumber, lat, lng, kind: 'ping' as const, label: serialNumber }],
    [serialNumber, lat, lng],
  );
  return (
    <>
      <div className={classes.map}>
        {renderMap({ label: texts.positionAge, points, fitKey: serialNumber, zoom: defaultZoom })}
      </div>
      <p className={classes.facts}>
        <span>
          {texts.positionAge} <Age at={at} staleAfterMs={HOUR_MS} />
        </span>
        <Coordinates lat={lat} lng={lng} isCopyable />
      </p>
    </>
  );
}
