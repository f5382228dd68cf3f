import { iso1A2Code } from '@rapideditor/country-coder';

/**
 * Returns the ISO 3166-1 alpha-2 code of the country of a place, or null at sea. The library holds generalised borders,
 * so a place within a few kilometres of a border can get the neighbour. The place never leaves the server.
 */
export const countryAt = ({ lat, lng }: { lat: number; lng: number }): string | null => iso1A2Code([lng, lat]);
