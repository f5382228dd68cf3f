import {
  addRegistryEntry,
  listRegistry,
  loadRegistry,
  printLabels,
} from '@trace/contract/devices/registry/devices.registry.api';
import type { RegistryEntry, RegistryRow } from '@trace/contract/devices/registry/devices.registry.schema';
import { sourceOf } from '#platform/audit/audit';
import { route, type Route } from '#platform/http/route';
import { labelPage } from './devices.registry-labels.service.ts';
import type { LoadedEntry, RegistryEntryRow, RegistryRecords } from './devices.registry.service.ts';

/** The doors of staff to the registry (REG-11). The console has the same. */
export const registryRoutes = (records: RegistryRecords): Route[] => [
  route(listRegistry, async ({ query: { search = '', after = '', limit } }) => {
    const rows = await records.search(search, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return { entries: page.map(presentEntry), next: rows.length > limit ? page.at(-1)!.serialNumber : null };
  }),
  route(loadRegistry, async ({ actor, origin, query, body }) => {
    const isDryRun = query.dryRun === 'true';
    const rows = await records.load(body, { isDryRun, source: sourceOf(actor, origin) });
    return { dryRun: isDryRun, rows: rows.map((row) => presentRow(row, isDryRun)) };
  }),
  route(addRegistryEntry, async ({ actor, origin, body }) =>
    presentRow(await records.add(body.serialNumber, body.claimCode, sourceOf(actor, origin)), false),
  ),
  route(printLabels, async ({ actor, origin, body }) => {
    await records.recordLabels(sourceOf(actor, origin), body.labels.length);
    const labels = body.labels.map(({ serialNumber, claimCode }) => ({ serial: serialNumber, claimCode }));
    return { html: await labelPage(labels) };
  }),
];

const presentEntry = ({ enteredAt, lastConnectedAt, ...row }: RegistryEntryRow): RegistryEntry => ({
  ...row,
  enteredAt: enteredAt.toISOString(),
  lastConnectedAt: lastConnectedAt?.toISOString() ?? null,
});

/** A dry run generates codes only to check the row. Such a code is not stored, so it must not reach a label. */
function presentRow(
  { line, serial, outcome, problem, claimCode, isMade }: LoadedEntry,
  isDryRun: boolean,
): RegistryRow {
  return {
    ...{ line, serialNumber: serial, problem, isNewCode: isMade },
    // The service reports another letter case as a problem of a bad row.
    outcome: outcome === 'other_letter_case' ? 'bad' : outcome,
    claimCode: isMade && isDryRun ? null : claimCode,
  };
}
