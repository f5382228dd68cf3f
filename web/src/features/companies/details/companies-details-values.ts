import { checkAllBy } from '#ui/controls/fields.ts';
import { shownAbnAcn } from '@trace/contract/companies/companies.rules';
import { companyDetailsSchema, type Company, type CompanyDetails } from '@trace/contract/companies/companies.schema';

/** The fields of the form in the order of the screen. */
export const detailFields = ['name', 'email', 'phone', 'website', 'abnAcn', 'address'] as const;

export type DetailField = (typeof detailFields)[number];

export type DetailValues = Record<DetailField, string>;

export function valuesOf(company: Company | null): DetailValues {
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: company?.phone ?? '',
    website: company?.website ?? '',
    abnAcn: company?.abnAcn ? shownAbnAcn(company.abnAcn) : '',
    address: company?.address ?? '',
  };
}

/** Returns the values in the server's form: a blank optional field becomes null. */
function inputOf(values: DetailValues): Record<DetailField, string | null> {
  const optional = (text: string): string | null => (text.trim() === '' ? null : text);
  return {
    name: values.name,
    email: values.email,
    phone: optional(values.phone),
    website: optional(values.website),
    abnAcn: optional(values.abnAcn),
    address: optional(values.address),
  };
}

/** Returns the first reason for each wrong field, by the server's own schema. */
export const checkDetails = (values: DetailValues) => checkAllBy(companyDetailsSchema)(inputOf(values));

export function detailsOf(values: DetailValues): CompanyDetails {
  return companyDetailsSchema.parse(inputOf(values));
}
