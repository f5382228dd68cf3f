/** The address of a logo. The address changes with the picture, so a browser may cache the response. */
export const logoPath = (logoId: string): string => `/api/company-logos/${logoId}`;
