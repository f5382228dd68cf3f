/** Where a logo is read from; the address changes with the picture, so a browser may keep it. */
export const logoPath = (logoId: string): string => `/api/company-logos/${logoId}`;
