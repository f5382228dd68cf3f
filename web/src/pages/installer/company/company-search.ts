/** The tabs of the company settings, as they stand in `?tab=`; without one Company Details is open. */
export const companyTabs = ['details', 'employees', 'invitations'] as const;

export type CompanyTab = (typeof companyTabs)[number];

/** What stands in the address of the company settings. */
export interface CompanySearch {
  tab?: CompanyTab;
}

/** Reads it out of an address that anybody may have typed. */
export function readCompanySearch({ tab }: Record<string, unknown>): CompanySearch {
  const known = companyTabs.find((each) => each === tab);
  return known && known !== 'details' ? { tab: known } : {};
}
