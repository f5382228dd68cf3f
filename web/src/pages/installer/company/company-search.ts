/** The tabs of the company settings, as in `?tab=`. Without the parameter Company Details is open. */
export const companyTabs = ['details', 'employees', 'invitations'] as const;

export type CompanyTab = (typeof companyTabs)[number];

/** The search parameters of the company settings. */
export interface CompanySearch {
  tab?: CompanyTab;
}

/** Reads the parameters from an address, which a user may have typed. */
export function readCompanySearch({ tab }: Record<string, unknown>): CompanySearch {
  const known = companyTabs.find((each) => each === tab);
  return known && known !== 'details' ? { tab: known } : {};
}
