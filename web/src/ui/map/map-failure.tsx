import classes from './map-failure.module.css';
import mapClasses from './map.module.css';
import type { MapViewProps } from './map.types.ts';

interface MapFailureProps {
  title: string;
  /** Why, where that is known. */
  text?: string;
}

/** Over a map that cannot be drawn. */
export function MapFailure({ title, text }: MapFailureProps) {
  return (
    <div role="alert" className={classes.failure}>
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p>{text}</p>}
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
