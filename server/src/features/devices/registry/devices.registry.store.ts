import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

export interface RegistryEntryRow {
  readonly serialNumber: string;
  readonly enteredAt: Date;
  readonly enteredBy: 'factory' | 'staff';
  readonly lastConnectedAt: Date | null;
  readonly needsClaimCode: boolean;
  readonly isRegistered: boolean;
}

/** Entries behind `after` whose serial contains the text, ordered by serial. */
export async function searchRegistry(
  executor: Executor,
  text: string,
  { after, limit }: { after: string; limit: number },
): Promise<RegistryEntryRow[]> {
  const pattern = containing(text);
  const { rows } = await sql<RegistryEntryRow>`
    select serial as serial_number, entered_at, entered_by, last_connected_at,
      claim_hash is not null as needs_claim_code,
      exists (select from device where lower(device.serial) = lower(device_registry.serial)) as is_registered
    from device_registry
    where serial > ${after} and serial ilike ${pattern}
    order by serial limit ${limit}`.execute(executor);
  return rows;
}
