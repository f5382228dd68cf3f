import { ownCompanyQuery } from '#features/companies/companies.own.queries.ts';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import type { Brand } from '#shell/shell-brand.tsx';
import { useQuery } from '@tanstack/react-query';
import { logoPath } from '@trace/contract/companies/companies.card.rules';
import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import type { Device } from '@trace/contract/devices/devices.schema';

/**
 * A user's portal shows the company that services their devices, otherwise the company whose customer they are
 * (COMP-10), undefined while these load. Installers see the product's own brand (GUARD-05).
 */
export function useBrand(area: 'user' | 'installer'): Brand | null | undefined {
  const devices = useQuery({ ...devicesQuery, enabled: area === 'user', select: companyOf });
  const own = useCustomerCompany(devices.data === null);
  if (devices.isLoading || (devices.data === null && own.isLoading)) return undefined;
  return brandOf(devices.data ?? own.company);
}

/** The company that the user joined by its link. */
export function useCustomerCompany(enabled = true): { company: CompanyCard | null; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...ownCompanyQuery, enabled });
  return { company: data?.own?.relation === 'customer' ? data.own.company : null, isLoading };
}

/** Returns the company of the first device that has a company. */
export function companyOf(devices: readonly Device[]): Device['company'] {
  return devices.find((device) => device.company !== null)?.company ?? null;
}

const brandOf = (company: CompanyCard | null): Brand | null =>
  company && { name: company.name, logoUrl: logoPath(company.logoId) };
