/** The address of a logo. The address changes with the picture, so a browser may cache the response. */
export const logoPath = (logoId: string): string => `/api/company-logos/${logoId}`;

const LOGO_URL = /^(?:(https?:\/\/[^/?#]+))?\/api\/company-logos\/([0-9a-f-]{36})$/;

/** Returns the id of the logo at this address, and the server that the address names, if any. */
export function logoIdOf(url: string): { logoId: string; origin: string | null } | null {
  const [, origin, logoId] = LOGO_URL.exec(url) ?? [];
  return logoId === undefined ? null : { logoId, origin: origin ?? null };
}
