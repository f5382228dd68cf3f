import { devicesQuery } from '#features/devices/devices.queries.ts';
import type { Brand } from '#shell/shell-brand.tsx';
import { useQuery } from '@tanstack/react-query';
import { logoPath } from '@trace/contract/companies/companies.card.rules';
import type { Device } from '@trace/contract/devices/devices.schema';

/**
 * A user's portal shows the company that services their devices, undefined while the devices load. Installers see the
 * product's own brand (GUARD-05).
 */
export function useBrand(area: 'user' | 'installer'): Brand | null | undefined {
  const { data, isLoading } = useQuery({ ...devicesQuery, enabled: area === 'user', select: brandOf });
  return isLoading ? undefined : (data ?? null);
}

/** Returns the company of the first device that has a company. */
export function companyOf(devices: readonly Device[]): Device['company'] {
  return devices.find((device) => device.company !== null)?.company ?? null;
}

function brandOf(devices: readonly Device[]): Brand | null {
  const company = companyOf(devices);
  return company && { name: company.name, logoUrl: logoPath(company.logoId) };
}
