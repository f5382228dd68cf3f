import { isGoogleKeyValid } from '@trace/contract/maps/maps.rules';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import { lazy, Suspense, useState } from 'react';
import { FailureBoundary } from '../layout/failure-boundary.tsx';
import { LoadingText } from '../layout/loading-text.tsx';
import { NoMap } from './map-failure.tsx';
import classes from './map.module.css';
import type { MapViewProps } from './map.types.ts';

const loadViews = () => ({
  MapLibreView: lazy(() => import('./maplibre/maplibre-view.tsx')),
  GoogleView: lazy(() => import('./google/google-view.tsx')),
});

/** Each provider loads with its library in a separate chunk. A chunk that failed to load stays failed until a retry. */
let views = loadViews();

/** A map that fills its parent. A map that failed in any way says so and offers another try (MAP-05). */
export function MapView(props: MapViewProps) {
  const { theme, label } = props;
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    views = loadViews();
    setAttempt(attempt + 1);
  };
  return (
    <FailureBoundary
      key={attempt}
      fallback={<NoMap theme={theme} label={label} title={mapTexts.error} text={mapTexts.notDrawn} onRetry={retry} />}
    >
      <Suspense fallback={<Waiting theme={theme} />}>
        <ChosenProvider {...props} onRetry={retry} />
      </Suspense>
    </FailureBoundary>
  );
}

function ChosenProvider({ onRetry, ...props }: MapViewProps & { onRetry: () => void }) {
  const [{ MapLibreView, GoogleView }] = useState(views);
  const { theme, label } = props;
  const { provider, googleKey } = props.config;
  if (provider !== 'google') return <MapLibreView {...props} onRetry={onRetry} />;
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
