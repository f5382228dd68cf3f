import { Button } from '@mantine/core';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import classes from './map-failure.module.css';
import mapClasses from './map.module.css';
import type { MapViewProps } from './map.types.ts';

interface MapFailureProps {
  title: string;
  /** Why, where that is known. */
  text?: string;
  onRetry?: () => void;
}

/** Over a map that cannot be drawn. */
export function MapFailure({ title, text, onRetry }: MapFailureProps) {
  return (
    <div role="alert" className={classes.failure}>
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {onRetry && (
        <Button variant="default" size="compact-md" mx="auto" mt="xs" onClick={onRetry}>
          {mapTexts.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** Over a map that lacks a part. The devices on the map stay visible. */
export function MapNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={mapClasses.notice}>
      <span>
        <strong>{mapTexts.error}</strong> {mapTexts.incomplete}
      </span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {mapTexts.tryAgain}
      </Button>
    </div>
  );
}

/** In place of a map. */
export function NoMap({ theme, label, ...failure }: Pick<MapViewProps, 'theme' | 'label'> & MapFailureProps) {
  return (
    <div className={mapClasses.map} data-theme={theme} role="region" aria-label={label}>
      <MapFailure {...failure} />
    </div>
  );
}
