import { ApiError } from '@trace/contract/kernel/client';
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

/** The first complaint about each field, by the server's own schema; empty when there is none. */
export function checkDetails(values: DetailValues): Partial<Record<DetailField, string>> {
  const { error } = companyDetailsSchema.safeParse(inputOf(values));
  const complaints: Partial<Record<DetailField, string>> = {};
  for (const { path, message } of error?.issues ?? []) {
    const field = detailFields.find((each) => each === path[0]);
    if (field) complaints[field] ??= message;
  }
  return complaints;
}

export function detailsOf(values: DetailValues): CompanyDetails {
  return companyDetailsSchema.parse(inputOf(values));
}

/** The part of the body that a refusal names: 'email' for `body.email`. */
export function refusedField(error: unknown): string | null {
  const field = error instanceof ApiError ? error.refusal?.field : undefined;
  return field?.startsWith('body.') ? field.slice('body.'.length) : null;
}
