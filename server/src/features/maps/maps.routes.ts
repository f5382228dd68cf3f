import { getMapsKey, getMapStyle } from '@trace/contract/maps/maps.api';
import { openRoute, route, type Route } from '#platform/http/route';
import { mapsKeyOf, mapStyleOf, type MapSettings } from './maps.service.ts';

export const mapsRoutes = (settings: MapSettings): Route[] => [
  openRoute(getMapStyle, async () => mapStyleOf(settings)),
  route(getMapsKey, async () => ({ apiKey: mapsKeyOf(settings) })),
];
