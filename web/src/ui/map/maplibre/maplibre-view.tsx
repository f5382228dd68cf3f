import { useReducedMotion } from '@mantine/hooks';
import { defaultCentre, defaultZoom } from '@trace/contract/maps/maps.rules';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { LoadingText } from '../../layout/loading-text.tsx';
import { MapNotice } from '../map-failure.tsx';
import { RecentreButton } from '../recentre-button.tsx';
import type { MapViewProps } from '../map.types.ts';
import classes from '../map.module.css';
import { createPathModel } from '../path/path-model.ts';
import { MapPopup } from './map-popup.tsx';
import { inNextFrame } from './next-frame.ts';
import { drawPath, whenPathDrawn } from './path/path-layer.ts';
import { drawPoints } from './points-layer.ts';
import { useBaseMap } from './use-base-map.ts';
import { useFit } from './use-fit.ts';
import { useFollowing } from './use-following.ts';
import { useLiveLayer } from './use-live-layer.ts';
import { useWorkerFailure } from './use-map-failure.ts';
import { useMapLibre } from './use-maplibre.ts';
import { usePathTip } from './path/use-path-tip.ts';
import { usePlayer } from './path/use-player.ts';
import { useSelection } from './use-selection.ts';
import { watchGrid } from './watch-grid.ts';

const none: never[] = [];

/** The open map. */
export default function MapLibreView(props: MapViewProps & { onRetry: () => void }) {
  const { config, theme, label, points = none, path = none, live = none } = props;
  const { selectedId = null, centre = defaultCentre.panel, zoom = defaultZoom, renderPopup } = props;
  const place = useRef<HTMLDivElement>(null);
  const base = useBaseMap(config, theme);
  useWorkerFailure();
  const [isIncomplete, setIsIncomplete] = useState(false);
  const ready = useMapLibre(place, base, { label, centre, zoom }, setIsIncomplete);
  const drawable = ready?.loaded === base ? ready : null;
  const isStill = useReducedMotion() ?? false;
  const model = useMemo(() => createPathModel(path), [path]);
  const [isDrawn, setIsDrawn] = useState(false);
  const [hasBeenDrawn, setHasBeenDrawn] = useState(false);

  useEffect(() => (ready?.base === 'built-in' ? watchGrid(ready.map) : undefined), [ready]);
  useEffect(() => {
    if (!drawable) return undefined;
    const stop = whenPathDrawn(drawable.map, () => {
      // Benchmarks read this attribute to measure how long drawing a line takes.
      place.current?.setAttribute('data-path-points', String(model.way.points.length));
    });
    const skip = inNextFrame(() => drawPath(drawable.map, model, theme));
    return () => {
      skip();
      stop();
    };
  }, [drawable, model, theme]);
  useEffect(
    () => (drawable ? inNextFrame(() => drawPoints(drawable.map, points, selectedId)) : undefined),
    [drawable, points, selectedId],
  );
  useEffect(() => {
    const markDrawn = () => {
      setIsDrawn(true);
      setHasBeenDrawn(true);
    };
    ready?.map.once('idle', markDrawn);
    return () => {
      ready?.map.off('idle', markDrawn);
      setIsDrawn(false);
    };
  }, [ready]);

  const { followedId = null } = props;
  const following = useFollowing(
    ready,
    live.find(({ id }) => id === followedId),
    isStill,
  );
  const liveLayer = useLiveLayer(ready, live, { followedId, isAway: following.left !== null, isStill });
  usePathTip(ready, model, props);
  usePlayer(ready, props.player ?? null, isStill);
  useFit(ready, props, isStill);
  useSelection(ready, props, liveLayer, isStill);

  const selected = [...points, ...live].find((shown) => shown.id === selectedId);
  const popup = selected && renderPopup?.(selected.id);
  return (
    <div className={classes.map} data-theme={theme} data-base={ready?.base} data-ready={isDrawn || undefined}>
      <div ref={place} className={classes.canvas} />
      <MapState
        isReady={ready !== null}
        hasBeenDrawn={hasBeenDrawn}
        isIncomplete={isIncomplete}
        onRetry={props.onRetry}
      />
      {following.left && <RecentreButton name={following.left.label} onPress={following.recentre} />}
      {ready && selected && popup && (
        <MapPopup map={ready.map} at={selected}>
          {popup}
        </MapPopup>
      )}
    </div>
  );
}

interface MapStateProps {
  isReady: boolean;
  hasBeenDrawn: boolean;
  isIncomplete: boolean;
  onRetry: () => void;
}

/** Says over the map that it loads, or that a part is missing (MAP-05). */
function MapState({ isReady, hasBeenDrawn, isIncomplete, onRetry }: MapStateProps) {
  // With keys, because the same element in another place would count as content that moves.
  if (!isReady) {
    return (
      <div key="waiting" className={classes.waiting}>
        <LoadingText>{mapTexts.loading}</LoadingText>
      </div>
    );
  }
  if (isIncomplete) return <MapNotice onRetry={onRetry} />;
  if (hasBeenDrawn) return null;
  return (
    <div key="notice" className={classes.notice}>
      <LoadingText>{mapTexts.loading}</LoadingText>
    </div>
  );
}
