import { isGoogleKeyValid } from '@trace/contract/maps/maps.rules';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import { lazy, Suspense } from 'react';
import { FailureBoundary } from '../layout/failure-boundary.tsx';
import { LoadingText } from '../layout/loading-text.tsx';
import { NoMap } from './map-failure.tsx';
import classes from './map.module.css';
import type { MapViewProps } from './map.types.ts';

const MapLibreView = lazy(() => import('./maplibre/maplibre-view.tsx'));
const GoogleView = lazy(() => import('./google/google-view.tsx'));

/** A map that fills its parent. Each provider loads with its library in a separate chunk. */
export function MapView(props: MapViewProps) {
  return (
    <FailureBoundary fallback={<NoMap theme={props.theme} label={props.label} title={mapTexts.error} />}>
      <Suspense fallback={<Waiting theme={props.theme} />}>
        <ChosenProvider {...props} />
      </Suspense>
    </FailureBoundary>
  );
}

function ChosenProvider(props: MapViewProps) {
  const { theme, label } = props;
  const { provider, googleKey } = props.config;
  if (provider !== 'google') return <MapLibreView {...props} />;
  if (!isGoogleKeyValid(googleKey)) {
    return <NoMap theme={theme} label={label} title={mapTexts.unavailableTitle} text={mapTexts.keyMissing} />;
  }
  return <GoogleView {...props} apiKey={googleKey} />;
}

function Waiting({ theme }: Pick<MapViewProps, 'theme'>) {
  return (
    <div className={classes.map} data-theme={theme}>
      <LoadingText>{mapTexts.loading}</LoadingText>
    </div>
  );
}
