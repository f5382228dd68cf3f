import { LoadingText } from '#ui/layout/loading-text.tsx';
import { NoMap } from '#ui/map/map-failure.tsx';
import { MapView } from '#ui/map/map-view.tsx';
import type { MapViewProps } from '#ui/map/map.types.ts';
import { useComputedColorScheme } from '@mantine/core';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import { useMapChoice } from './maps.queries.ts';

type MapsFrameProps = Omit<MapViewProps, 'config' | 'theme'> & { loadingText?: string };

/** Shows the map that the operator configured, in the colours of the page. The map fills its parent. */
export function MapsFrame({ loadingText = mapTexts.loading, ...map }: MapsFrameProps) {
  const choice = useMapChoice();
  const theme = useComputedColorScheme('light');
  if (choice.state === 'loading') return <LoadingText>{loadingText}</LoadingText>;
  if (choice.state === 'ready') return <MapView {...map} config={choice.config} theme={theme} />;
  const reason = { title: mapTexts.error, text: mapTexts.keyFetchFailed, onRetry: choice.retry };
  return <NoMap theme={theme} label={map.label} {...reason} />;
}
