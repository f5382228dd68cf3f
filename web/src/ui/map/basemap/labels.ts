import geistUrl from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import type { StyleSpecification } from 'maplibre-gl';

export const LABEL_FONT = 'Geist Variable';

/** Labels are drawn from our own web font, so that no glyph server is needed. */
export function labelFonts(): NonNullable<StyleSpecification['font-faces']> {
  return { [LABEL_FONT]: [{ url: new URL(geistUrl, location.href).href }] };
}
