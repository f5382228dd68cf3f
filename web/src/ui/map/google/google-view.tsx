import { useReducedMotion } from '@mantine/hooks';
import { defaultCentre, defaultZoom } from '@trace/contract/maps/maps.rules';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import {
  AdvancedMarker,
  APILoadingStatus,
  APIProvider,
  InfoWindow,
  Map,
  useApiLoadingStatus,
} from '@vis.gl/react-google-maps';
import { LoadingText } from '../../layout/loading-text.tsx';
import { MapFailure } from '../map-failure.tsx';
import classes from '../map.module.css';
import { MapMark } from '../marks/map-mark.tsx';
import { MARK_SIZE } from '../marks/mark-shapes.ts';
import type { MapPoint, ProviderProps } from '../map.types.ts';
import { GoogleFit } from './google-fit.tsx';
import { useIsKeyRefused } from './google-key.ts';
import { GoogleLive } from './google-live.tsx';
import { GooglePath } from './google-path.tsx';
import { GooglePlayer } from './google-player.tsx';

/** Advanced markers need the id of a map style. For an id that the account does not know, Google uses its own style. */
const MAP_ID = 'trace';
const SELECTED_PX = 30;

/** Google Maps behind the same props. Mounted only with a key that is worth trying. */
export default function GoogleView({ apiKey, ...props }: ProviderProps & { apiKey: string }) {
  return (
    <APIProvider apiKey={apiKey}>
      <GoogleBody {...props} />
    </APIProvider>
  );
}

function GoogleBody(props: ProviderProps) {
  const status = useApiLoadingStatus();
  const reason = useFailure(status);
  return (
    <div
      className={classes.map}
      data-theme={props.theme}
      data-base="google"
      data-ready={status === APILoadingStatus.LOADED || undefined}
      role="region"
      aria-label={props.label}
    >
      {/* Google's script can be loaded once per page. */}
      {reason !== null && <MapFailure title={mapTexts.error} text={reason} onRetry={() => location.reload()} />}
      {reason === null && status !== APILoadingStatus.LOADED && <LoadingText>{mapTexts.loading}</LoadingText>}
      {reason === null && <GoogleMap {...props} />}
    </div>
  );
}

/** Why there is no map, or null. */
function useFailure(status: APILoadingStatus): string | null {
  const isKeyRefused = useIsKeyRefused();
  if (isKeyRefused) return mapTexts.keyNotAvailable;
  return status === APILoadingStatus.FAILED ? mapTexts.scriptFailed : null;
}

function GoogleMap(props: ProviderProps) {
  const { points = [], live = [], theme, selectedId = null, onSelect, renderPopup } = props;
  const isStill = useReducedMotion() ?? false;
  const selected = [...points, ...live].find((shown) => shown.id === selectedId);
  const popup = selected && renderPopup?.(selected.id);
  return (
    <Map
      mapId={MAP_ID}
      colorScheme={theme === 'dark' ? 'DARK' : 'LIGHT'}
      defaultCenter={props.centre ?? defaultCentre.panel}
      defaultZoom={props.zoom ?? defaultZoom}
      gestureHandling="greedy"
      disableDefaultUI
      zoomControl
      scaleControl
      onClick={() => onSelect?.(null)}
      className={classes.canvas ?? ''}
    >
      <GooglePath {...props} />
      {points.map((point) => (
        <GooglePoint key={point.id} point={point} isSelected={point.id === selectedId} onSelect={onSelect} />
      ))}
      <GoogleLive live={live} followedId={props.followedId ?? null} isStill={isStill} onSelect={onSelect} />
      {props.player && <GooglePlayer player={props.player} />}
      <GoogleFit {...props} />
      {selected && popup && (
        <InfoWindow position={{ lat: selected.lat, lng: selected.lng }} headerDisabled shouldFocus={false}>
          {popup}
        </InfoWindow>
      )}
    </Map>
  );
}

interface GooglePointProps {
  point: MapPoint;
  isSelected: boolean;
  onSelect: ProviderProps['onSelect'];
}

function GooglePoint({ point, isSelected, onSelect }: GooglePointProps) {
  const { id, lat, lng, label, kind } = point;
  return (
    <AdvancedMarker
      position={{ lat, lng }}
      title={label}
      zIndex={isSelected ? 1 : 0}
      anchorLeft="-50%"
      anchorTop="-50%"
      onClick={() => onSelect?.(id)}
    >
      <MapMark kind={kind} sizePx={isSelected ? SELECTED_PX : MARK_SIZE} />
    </AdvancedMarker>
  );
}
