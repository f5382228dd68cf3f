import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** MAP-02: the map that a page shows. The answer is public, but the Google key is only for signed-in users. */
export const mapStyleSchema = z.strictObject({
  provider: z.enum(['open', 'google', 'none']),
  styleUrl: z.url().nullable(),
  darkStyleUrl: z.url().nullable(),
  /** Address of the operator's own PMTiles file on this server. */
  tilesUrl: z.string().nullable(),
});

export type MapStyle = z.infer<typeof mapStyleSchema>;

export const getMapStyle = endpoint({
  name: 'maps.style',
  method: 'GET',
  path: '/api/map-style',
  who: 'anybody',
  summary: 'Which map the portal shows.',
  answer: mapStyleSchema,
  refusals: [],
});

export const getMapsKey = endpoint({
  name: 'maps.key',
  method: 'GET',
  path: '/functions/v1/get-maps-key',
  who: 'signed-in',
  summary: 'The Google Maps key when Google is chosen and the key is valid, else null.',
  answer: z.strictObject({ apiKey: z.string().nullable() }),
  refusals: [],
});
