import { api } from '#lib/http/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MapConfig } from '#ui/map/map.types.ts';
import { getMapsKey, getMapStyle, type MapStyle } from '@trace/contract/maps/maps.api';

const mapStyleQuery = queryOptions({
  queryKey: ['map-style'],
  queryFn: ({ signal }) => api.call(getMapStyle, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const mapsKeyQuery = queryOptions({
  queryKey: ['maps-key'],
  queryFn: ({ signal }) => api.call(getMapsKey, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type MapChoice =
  | { state: 'loading' }
  | { state: 'ready'; config: MapConfig }
  | { state: 'failed'; retry: () => void };

/** Returns the map that the operator configured. The Google key is fetched only when Google draws the map. */
export function useMapChoice(): MapChoice {
  const style = useQuery(mapStyleQuery);
  const isGoogle = style.data?.provider === 'google';
  const key = useQuery({ ...mapsKeyQuery, enabled: isGoogle });
  if (isGoogle && key.isError) return { state: 'failed', retry: () => void key.refetch() };
  if (isGoogle && !key.data) return { state: 'loading' };
  if (style.data) return { state: 'ready', config: configOf(style.data, key.data?.apiKey ?? null) };
  // Without an answer the map that ships with the product still shows where things are.
  return style.isError ? { state: 'ready', config: { provider: 'none-outside' } } : { state: 'loading' };
}

export function configOf(style: MapStyle, googleKey: string | null): MapConfig {
  const { styleUrl, darkStyleUrl, tilesUrl } = style;
  return {
    provider: style.provider === 'none' ? 'none-outside' : style.provider,
    googleKey,
    ...(styleUrl !== null && { styleUrl: { light: styleUrl, dark: darkStyleUrl ?? styleUrl } }),
    ...(tilesUrl !== null && { pmtilesUrl: tilesUrl }),
  };
}
